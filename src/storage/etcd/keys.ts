import { type KeyRange, withPrefix } from "./client/etcd.ts";

/** The format of a home's mark in etcd. */
export const homeFormat = 1;

/** That of the mark of many homes, which a program that knows a single one refuses. */
export const homesFormat = 2;

/**
 * The formats of a plan's head that this code reads and writes: the kept plans are stored whole, or some as changes of
 * those before them.
 */
export const headFormats = { whole: 1, changes: 2 } as const;

const digits = 12;

/** A home's keys in etcd. Revisions sort numerically. */
export interface Keys {
  /** All but the parts of many homes. */
  readonly all: KeyRange;
  /** Everything but revisions and parts. */
  readonly small: KeyRange;
  /** All keys of the home. */
  readonly content: readonly KeyRange[];
  /** The mark of a home: its format, and the import in progress. */
  readonly home: string;
  /** Under a lease, during an import. */
  readonly importLock: string;
  /** Identifies the home; created on demand. */
  readonly id: string;
  /** Under a lease, while a node makes a scheduled backup. */
  readonly backupLock: string;
  /** Under a lease, while a node is the one that tells others of the home. */
  readonly leader: string;
  /** Guards every save. */
  readonly head: string;
  readonly revisions: KeyRange;
  readonly revision: (rev: number) => string;
  /** The revision of such a key. */
  readonly revisionOf: (key: string) => number;
  readonly part: (upload: string, number: number) => string;
  readonly parts: (upload: string) => KeyRange;
  /** A small JSON document, such as the users. */
  readonly document: (name: string) => string;
  readonly images: KeyRange;
  /** A numbered image, by its file name. */
  readonly image: (file: string) => string;
  /** The version of the newest image there ever was: no other image gets it. */
  readonly newestImage: string;
  readonly backgrounds: KeyRange;
  /** The numbered image at a floor's plain path. */
  readonly background: (floor: string) => string;
  readonly nodes: KeyRange;
  readonly node: (id: string) => string;
}

const counted = (at: string, number: number): string =>
  `${at}/${String(number).padStart(digits, "0")}`;

/** The keys of a home below a prefix, with its parts below another or the same. */
const keysBelow = (prefix: string, partPrefix: string): Keys => {
  const all = withPrefix(prefix);
  const revisions = withPrefix(`${prefix}rev/`);
  const areApart = !partPrefix.startsWith(prefix);
  return {
    all,
    // In etcd's order nothing of it is behind the revisions.
    small: { from: all.from, end: revisions.from },
    content: areApart ? [all, withPrefix(partPrefix)] : [all],
    home: `${prefix}home`,
    importLock: `${prefix}filling`,
    id: `${prefix}id`,
    backupLock: `${prefix}copying`,
    leader: `${prefix}leader`,
    head: `${prefix}head`,
    revisions,
    revision: (rev) => counted(`${prefix}rev`, rev),
    revisionOf: (key) => Number(key.slice(-digits)),
    part: (upload, number) => counted(`${partPrefix}${upload}`, number),
    parts: (upload) => withPrefix(`${partPrefix}${upload}/`),
    document: (name) => `${prefix}document/${name}`,
    images: withPrefix(`${prefix}image/`),
    image: (file) => `${prefix}image/${file}`,
    newestImage: `${prefix}newest-image`,
    backgrounds: withPrefix(`${prefix}background/`),
    background: (floor) => `${prefix}background/${floor}`,
    nodes: withPrefix(`${prefix}node/`),
    node: (id) => `${prefix}node/${id}`,
  };
};

/** The keys of a domain's home. */
export const keysOf = (domain: string): Keys => {
  const prefix = `/floorplan/${domain}/`;
  return keysBelow(prefix, `${prefix}part/`);
};

/** The keys of a domain with many homes in etcd. */
export interface HomesKeys extends Pick<
  Keys,
  "all" | "home" | "leader" | "nodes" | "node" | "document"
> {
  /** What a node watches: everything but parts, which are large, and read by those who need them. */
  readonly watched: KeyRange;
  /** The watched keys that belong together. */
  readonly groupOf: (key: string) => string;
  /** What the provider says of each home, and where it is stored. */
  readonly records: KeyRange;
  readonly record: (id: string) => string;
  readonly idOf: (recordKey: string) => string;
  /** The records of deleted homes, and those of one id; the last one is the newest. */
  readonly deleted: KeyRange;
  readonly deletedOf: (id: string) => KeyRange;
  readonly deletedAt: (id: string, at: string) => string;
  /** The id and the time in such a key. */
  readonly deletionOf: (key: string) => readonly [id: string, at: string];
  /** The names under which homes are stored whose import has not ended: it runs, or was interrupted. */
  readonly unfinished: KeyRange;
  readonly unfinishedAt: (store: string) => string;
  /** The name in such a key. */
  readonly unfinishedOf: (key: string) => string;
  /** The keys of a home that is stored under a name of its own. */
  readonly of: (store: string) => Keys;
}

/** The keys of a domain's many homes. */
export const homesKeysOf = (domain: string): HomesKeys => {
  const prefix = `/floorplan/${domain}/`;
  const { all, home, leader, nodes, node, document } = keysOf(domain);
  const deleted = withPrefix(`${prefix}deleted/`);
  const records = withPrefix(`${prefix}home/`);
  const stores = `${prefix}homes/`;
  const unfinished = withPrefix(`${prefix}unfinished/`);
  return {
    all,
    home,
    leader,
    nodes,
    node,
    document,
    // In etcd's order all of it is between those, and parts are behind it.
    watched: { from: deleted.from, end: nodes.end },
    groupOf: (key) => {
      const start = key.startsWith(stores) ? stores.length : prefix.length;
      return key.slice(0, key.indexOf("/", start) + 1);
    },
    records,
    record: (id) => `${records.from}${id}`,
    idOf: (key) => key.slice(records.from.length),
    deleted,
    deletedOf: (id) => withPrefix(`${deleted.from}${id}/`),
    deletedAt: (id, at) => `${deleted.from}${id}/${at}`,
    deletionOf: (key) => {
      const [id = "", at = ""] = key.slice(deleted.from.length).split("/");
      return [id, at];
    },
    unfinished,
    unfinishedAt: (store) => `${unfinished.from}${store}`,
    unfinishedOf: (key) => key.slice(unfinished.from.length),
    of: (store) => keysBelow(`${stores}${store}/`, `${prefix}part/${store}/`),
  };
};
