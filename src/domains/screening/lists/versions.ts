/** Which lists are loaded, as one value that changes with any of them. */

/** SQL of their digests, by their names; null where none is loaded. */
export const listVersions = `(select jsonb_object_agg(list, encode(digest, 'hex')) from screening_lists)`
