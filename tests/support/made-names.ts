/**
 * Names of nobody, as lists and people write them: given names that thousands have, with surnames that are made of syllables. What
 * one person is called on a list and at a sign-up differs as it does in life: spelling, order, script, particles, years of birth.
 */

export type Chance = { next(): number; below(count: number): number; of<T>(all: readonly T[]): T }

/** Mulberry32: the same numbers for the same seed, everywhere. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { next, below, of: (all) => all[below(all.length)]! }
}

/** A part of a name: its spellings in Latin letters, the first the one that lists have most, and its own script. */
type Part = { spellings: string[]; native?: string }
type Made = { given: Part[]; last: Part; particles: string[] }

const parts = (...all: string[]): Part[] =>
  all.map((one) => {
    const [native, ...spellings] = one.split(' ')
    return native === '-' ? { spellings } : { spellings, native: native! }
  })

const arabicGiven = parts(
  'محمد Mohammed Muhammad Mohamed Mohamad Mohammad',
  'أحمد Ahmed Ahmad Ahmet',
  'حسين Hussein Husayn Hossein Hussain Husein',
  'حسن Hassan Hasan Hasen',
  'علي Ali Aly',
  'يوسف Yusuf Youssef Yousef Yusef Youssouf',
  'خالد Khalid Khaled Chalid',
  'سعيد Saeed Said Saïd Sayeed',
  'محمود Mahmoud Mahmud Mahmood',
  'إبراهيم Ibrahim Ebrahim Ibraheem',
  'مصطفى Mustafa Mostafa Moustafa',
  'طارق Tariq Tarek Tareq',
  'جمال Jamal Gamal Djamal',
  'ناصر Nasser Nasir Naser',
  'عمر Omar Umar Omer',
  'كريم Karim Kareem',
  'رشيد Rashid Rasheed Rachid',
  'سليمان Suleiman Sulayman Soleiman Sulaiman',
  'عبدالرحمن Abdulrahman Abdul_Rahman Abd_al-Rahman Abdurrahman Abdelrahman',
  'عبدالله Abdullah Abdallah Abd_Allah',
  'فاطمة Fatima Fatimah Fatma',
  'مريم Maryam Mariam Meryem',
)

const russianGiven = parts(
  'Сергей Sergei Sergey Serguei Sergej',
  'Дмитрий Dmitry Dmitri Dmitriy Dmitrij',
  'Алексей Aleksei Alexey Alexei Aleksey Alexej',
  'Николай Nikolai Nikolay Nicolai Nikolaj',
  'Андрей Andrei Andrey Andrej',
  'Михаил Mikhail Mihail Michail',
  'Юрий Yuri Yury Iurii Jurij Yuriy',
  'Евгений Evgeny Yevgeny Evgenii Yevgeniy Jewgenij',
  'Игорь Igor Igor’',
  'Владислав Vladislav Wladislaw',
  'Геннадий Gennady Gennadi Gennadiy',
  'Анатолий Anatoly Anatoliy Anatoli Anatolij',
  'Екатерина Ekaterina Yekaterina Jekaterina',
  'Татьяна Tatiana Tatyana Tatjana',
  'Наталья Natalia Natalya Natalja',
  'Фёдор Fyodor Fedor Fiodor',
)

const plain = (names: string): Part[] => names.split(' ').map((name) => ({ spellings: [name] }))
const spanishGiven = plain(
  'José Juan Carlos Luis Jorge Ramón Andrés Sebastián María Rosa Lucía Joaquín Hernán Gonzalo Rodrigo Álvaro Teresa Beatriz',
)
const westGiven = plain(
  'Thomas Michael Andrew Peter Daniel Christopher Matthew Laura Emma Sophie Charlotte Anna Julia Martin Stefan Jürgen Günther Björn Céline François Pierre Giulia Marco Luca Elena Katrin Hannah Oliver Benjamin Samuel Victoria Eleanor Harriet Rebecca Nicholas',
)
const africanGiven = plain(
  'Joseph Emmanuel Jean-Pierre Innocent Bosco Faustin Désiré Ignace Callixte Sylvestre Laurent Dieudonné Moussa Ibrahima Amadou',
)

const russianStart =
  'Бор Гор Мал Сел Кор Тар Вор Дан Зар Лук Мор Пав Руд Сав Хар Чер Шар Яр Жил Кур Бел Глеб Степ Ник'.split(
    ' ',
  )
const russianMiddle = 'ан ен ин ох уш ях ост ар ел ор иц ач ут ыш'.split(' ')
const russianEnd = 'ов ев ин енко ский ович ук'.split(' ')

const systems: Record<string, string>[] = [
  { х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', ж: 'zh', я: 'ya', ы: 'y', й: 'y', в: 'v', з: 'z', с: 's' },
  { х: 'h', ц: 'c', ч: 'ch', ш: 'sh', ж: 'zh', я: 'ia', ы: 'y', й: 'i', в: 'v', з: 'z', с: 's' },
  {
    х: 'ch',
    ц: 'z',
    ч: 'tsch',
    ш: 'sch',
    ж: 'sch',
    я: 'ja',
    ы: 'y',
    й: 'j',
    в: 'w',
    з: 's',
    с: 's',
  },
]
const common: Record<string, string> = {
  а: 'a',
  б: 'b',
  г: 'g',
  д: 'd',
  е: 'e',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  т: 't',
  у: 'u',
}
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const romanised = (word: string, system: Record<string, string>) =>
  capital(
    Array.from(word.toLowerCase(), (letter) => system[letter] ?? common[letter] ?? letter).join(''),
  )

function russianLast(chance: Chance): Part {
  const native =
    chance.of(russianStart) +
    chance.of(russianMiddle) +
    (chance.below(2) ? chance.of(russianMiddle) : '') +
    chance.of(russianEnd)
  return { native, spellings: systems.map((system) => romanised(native, system)) }
}

const arabicRoots: [string, string][] = [
  ['ب', 'b'],
  ['ت', 't'],
  ['ج', 'j'],
  ['ح', 'h'],
  ['د', 'd'],
  ['ر', 'r'],
  ['ز', 'z'],
  ['س', 's'],
  ['ش', 'sh'],
  ['ف', 'f'],
  ['ق', 'q'],
  ['ك', 'k'],
  ['ل', 'l'],
  ['م', 'm'],
  ['ن', 'n'],
  ['ط', 't'],
  ['خ', 'kh'],
  ['غ', 'gh'],
]
const long: [string, string][] = [
  ['ا', 'a'],
  ['ي', 'i'],
  ['و', 'u'],
]

function arabicLast(chance: Chance): Part {
  const [a, b, c, d] = Array.from({ length: 4 }, () => chance.of(arabicRoots))
  const [written, vowel] = chance.of(long)
  const short = chance.of(['a', 'u', 'i'])
  const native = `ال${a![0]}${b![0]}${written}${c![0]}${d![0]}ي`
  const latin = `${a![1]}${short}${b![1]}${vowel}${c![1]}${d![1]}i`
  const french = latin.replaceAll('sh', 'ch').replaceAll('j', 'dj').replaceAll('u', 'ou')
  const english = latin
    .replaceAll('q', 'k')
    .replaceAll(/i(?=.)/g, 'ee')
    .replace(/i$/, 'y')
  return { native, spellings: [latin, english, french, latin.replaceAll('u', 'o')].map(capital) }
}

const syllables = (text: string) => text.split(' ')
const west = [
  syllables(
    'Bran Hal Wes Mor Lang Stein Kirch Grün Ash Pem Thorn Wolf Eber Schön Harl Crow Brock Fen Gar Hol Kes Lind Mar Nor Old Pen Rath Sel Tar Vin Alder Birk Cald Dun Elk Fair Glad Hart Ing Jar Kil Lock Mill Nether Over Pick Quar Red Shel Til Ul Wad Yar Zim Bau Drei Feld Gold Hoff Klein Neu Rosen Silber Wald Weiss',
  ),
  syllables(
    'den el er ing ham bur ley man es on ar en wick stat ber bin cot dal fel gen hol kin lam mer nal',
  ),
  syllables(
    'ton berg ford mann son field worth stein wood by bach er well haus ley gate hurst more ner ridge schmidt',
  ),
]
const spanish = [
  syllables(
    'Mont Val Cas Ber Rod Gut Her Cor Mal Zam Ar Bar Cal Del Esp Fuen Gal Lar Men Nav Or Pal Quint Sal Tor Vel Agu Bel Cam Dom Ech Flor Gran Hern Iz Jar Leg Mir Nog Ort Per Ram Sant Trev Ur Vill Yañ Zur',
  ),
  syllables('al er in or ar en ol ut am ig av ed ac ast el ic om ond und ur'),
  syllables('ero illo edo ana ado uez era osa eño aga ibar era ales anza iz orro ote uelo'),
]
const african = [
  syllables('Nda Mu Ka Bi Nya Ma Ba Tu Ru Se Ha Nku Nsa Bu Ki Di Ou Ko Mba Ndi Ga Rwa'),
  syllables('yi ra ki ba sa mbe go nza ru ti li ndo ma ho hu ge ka shi wa'),
  syllables('kamana yire randa gakiza rabo wango tungura hore nemira basu shimwe tera gaba muto'),
]
const lastOf = ([first, second, third]: string[][], chance: Chance): Part => ({
  spellings: [
    chance.of(first!) +
      chance.of(second!) +
      (chance.below(3) === 0 ? chance.of(second!) : '') +
      chance.of(third!),
  ],
})

const koreanLast =
  'Kim Ri Pak Choe Jong Kang Cho Yun Jang Rim Han O So Sin Kwon Hwang An Song Ryu Hong'.split(' ')
const koreanFirst =
  'Jong Chol Yong Myong Kwang Song Hyon Sung Tae Chang Pyong Il Kyong Won Sang Chun Tong Hak Nam Kum'.split(
    ' ',
  )
const koreanSecond =
  'un su ho sik il u min yang chol nam ryong guk hwan bok jin gil hui suk ok san'.split(' ')

const cultures: ((chance: Chance) => Made)[] = [
  (chance) => ({
    given: [
      chance.of(arabicGiven),
      chance.of(arabicGiven),
      ...(chance.below(2) ? [chance.of(arabicGiven)] : []),
    ],
    last: arabicLast(chance),
    particles: ['al-', 'Al ', 'El-', '', 'bin '],
  }),
  (chance) => {
    const father = chance.of(russianGiven.slice(0, 12))
    const patronymic: Part = {
      spellings: father.spellings.map((one) => `${one.replace(/[iyj’]+$/, '')}evich`),
      native: `${father.native!.replace(/[йь]$/, '')}евич`,
    }
    return {
      given: [chance.of(russianGiven), patronymic],
      last: russianLast(chance),
      particles: [''],
    }
  },
  (chance) => ({
    given: [chance.of(spanishGiven), chance.of(spanishGiven)],
    last: lastOf(spanish, chance),
    particles: ['', 'de ', 'de la ', 'del '],
  }),
  (chance) => ({
    given: [chance.of(westGiven)],
    last: lastOf(west, chance),
    particles: ['', '', 'von ', 'van der '],
  }),
  (chance) => ({
    given: [{ spellings: [`${chance.of(koreanFirst)}-${chance.of(koreanSecond)}`] }],
    last: { spellings: [chance.of(koreanLast)] },
    particles: [''],
  }),
  (chance) => ({
    given: [chance.of(africanGiven)],
    last: lastOf(african, chance),
    particles: [''],
  }),
]
/** How many of a hundred are of each: as many names of the lists are Arabic or Russian. */
const shares = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 5]

export type MadePerson = Made & { year: number }

/** Those of a firm’s customers. */
const ordinaryShares = [0, 1, 2, 2, 3, 3, 3, 3, 3, 5]

export const madePerson = (chance: Chance, among: 'lists' | 'customers' = 'lists'): MadePerson => ({
  ...cultures[chance.of(among === 'lists' ? shares : ordinaryShares)]!(chance),
  year: 1940 + chance.below(62),
})

const spelled = (text: string) => text.replaceAll('_', ' ')

/** As a list has it: the usual spelling in Latin letters. */
export const listedName = ({ given, last, particles }: MadePerson): string =>
  spelled(
    [...given.map(({ spellings }) => spellings[0]!), particles[0]! + last.spellings[0]!].join(' '),
  )

/** The same in its own script; null where it is Latin. */
const nativeName = ({ given, last }: MadePerson): string | null =>
  last.native === undefined ? null : [...given, last].map(({ native }) => native ?? '').join(' ')

/** One letter more, fewer, another, or two changed. */
function mistyped(word: string, chance: Chance): string {
  const at = 1 + chance.below(word.length - 2)
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  const letter = chance.of([...'abcdefghiklmnoprstuvyz'])
  const ways = [
    before + after,
    before + letter + after,
    before + letter + word.slice(at),
    before + word[at]! + word[at]! + after,
    before.slice(0, -1) + word[at]! + before.at(-1)! + after,
  ]
  return chance.of(ways)
}

/** As somebody writes their own name, or who opens an account writes it for them. */
function ownName(person: MadePerson, chance: Chance): string {
  const { given, last, particles } = person
  // Who has three given names or a father’s often leaves one out.
  const kept = given.length > 1 && chance.below(3) === 0 ? [given[0]!] : given
  const words = [
    ...kept.map(({ spellings }) => chance.of(spellings)),
    chance.of(particles) + chance.of(last.spellings),
  ].map(spelled)
  const cut = words.map((word) =>
    chance.below(5) === 0 ? word.replace('-', chance.of([' ', ''])) : word,
  )
  const typo = chance.below(8) === 0 ? chance.below(cut.length) : -1
  const typed = cut.map((word, at) =>
    at === typo ? word.replace(/\p{L}{5,}/u, (letters) => mistyped(letters, chance)) : word,
  )
  const ordered = chance.below(4) === 0 ? [typed.at(-1)!, ...typed.slice(0, -1)] : typed
  const name = ordered.join(chance.below(12) === 0 ? ', ' : ' ')
  const marks = chance.below(3) === 0 ? name.normalize('NFD').replaceAll(/\p{M}/gu, '') : name
  return chance.below(4) === 0 ? marks.toUpperCase() : marks
}

/** What was written for a year: itself, mostly. */
function ownYear(year: number, chance: Chance): number | null {
  const draw = chance.next()
  if (draw < 0.12) return null
  if (draw < 0.18) return year + chance.of([-1, 1])
  if (draw < 0.2) return year + chance.of([-2, 2, -3, 3])
  return year
}

export type MadePair = {
  listed: { name: string; births: string[] }
  own: { name: string; birthYear: number | null }
}

/** One person, as a list and as they themselves have their name. */
export function madePair(chance: Chance): MadePair {
  const person = madePerson(chance)
  const native = chance.below(8) === 0 ? nativeName(person) : null
  return {
    listed: {
      name: native ?? listedName(person),
      births: chance.below(10) === 0 ? [] : [String(person.year)],
    },
    own: { name: ownName(person, chance), birthYear: ownYear(person.year, chance) },
  }
}
