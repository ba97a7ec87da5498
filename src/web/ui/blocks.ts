/** An address in blocks of four, which eyes compare more easily. Nothing is left out. */
export function blocksOf(address: string): string[] {
  const characters = Array.from(address)
  return Array.from({ length: Math.ceil(characters.length / 4) }, (_, block) =>
    characters.slice(block * 4, block * 4 + 4).join(''),
  )
}
