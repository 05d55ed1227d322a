import { type KeyRange, withPrefix } from "./client/etcd.ts";

/** The format of what lies below a home's prefix that this code writes and reads. */
export const clusterFormat = 1;

const digits = 12;

/** Where everything of a home is kept in etcd. Revisions sort as they count. */
export interface Keys {
  readonly all: KeyRange;
  /** Says that this is a home, in which format, and whether one is still being moved in. */
  readonly home: string;
  /** Under a lease, as long as somebody moves one in. */
  readonly importLock: string;
  /** What tells the home from every other one; there once somebody has asked for it. */
  readonly id: string;
  /** Under a lease, as long as a node makes a backup by itself. */
  readonly backupLock: string;
  /** What every save is guarded by: see the log. */
  readonly head: string;
  readonly revisions: KeyRange;
  readonly revision: (rev: number) => string;
  /** The revision of such a key. */
  readonly revisionOf: (key: string) => number;
  readonly part: (upload: string, number: number) => string;
  readonly parts: (upload: string) => KeyRange;
  /** A small JSON document: the users, the bans, the sessions. */
  readonly document: (name: string) => string;
  readonly images: KeyRange;
  /** A numbered image, by its file name. */
  readonly image: (file: string) => string;
  /** The version of the newest image that there ever was, as a number: no other one gets it. */
  readonly newestImage: string;
  readonly backgrounds: KeyRange;
  /** Which numbered image is at a floor's plain path. */
  readonly background: (floor: string) => string;
  readonly nodes: KeyRange;
  readonly node: (id: string) => string;
}

/** The keys of the home whose integration domain that is. */
export const keysOf = (domain: string): Keys => {
  const prefix = `/floorplan/${domain}/`;
  const counted = (at: string, number: number): string =>
    `${prefix}${at}/${String(number).padStart(digits, "0")}`;
  return {
    all: withPrefix(prefix),
    home: `${prefix}home`,
    importLock: `${prefix}filling`,
    id: `${prefix}id`,
    backupLock: `${prefix}copying`,
    head: `${prefix}head`,
    revisions: withPrefix(`${prefix}rev/`),
    revision: (rev) => counted("rev", rev),
    revisionOf: (key) => Number(key.slice(-digits)),
    part: (upload, number) => counted(`part/${upload}`, number),
    parts: (upload) => withPrefix(`${prefix}part/${upload}/`),
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
