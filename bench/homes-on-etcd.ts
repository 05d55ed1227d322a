/**
 * Where many homes on etcd end: keys, watches, bytes and members for a number of homes, from measured figures
 * (docs/homes-on-etcd.md). It measures nothing.
 */

const GiB = 1024 ** 3;

/** What the computation rests on. */
const given = {
  /** Bytes of a plan that is stored whole. */
  planBytes: 92_000,
  /** Kept revisions stored whole, where saves differ much: the most there are. */
  keptPlans: 5,
  /** Bytes of tracing images of a home, on average. */
  imageBytes: 200_000,
  /** Bytes of its documents, record and keys. */
  otherBytes: 4000,
  /** Mark, head, record, revisions, users and two other documents, image, its part, number and place. */
  keys: 16,
  /** Homes that are awake at a time, as a share of all. */
  awake: 0.01,
  /** Saves a second of a home that is awake. */
  saves: 0.05,
  /** Bytes of a save in the watch: mostly changes. */
  saveBytes: 5000,
  /** Watch events of a save: head, revision, and deletions. */
  events: 3,
  /** The largest database that etcd advises. */
  databaseBytes: 8 * GiB,
  /** Room for the history until it is compacted, and for free pages. */
  share: 0.5,
  /** Saves a second that three members take, behind their disks. */
  clusterSaves: 500,
  /** Events a second that a node's watch takes, of which it may spend a tenth of its time on. */
  nodeEvents: 61_000 * 0.1,
  /** Homes that a node has awake. */
  nodeHomes: 4096,
} as const;

/** What a number of homes needs. */
export const needsOf = (homes: number) => {
  const stored = given.planBytes * given.keptPlans + given.imageBytes + given.otherBytes;
  const bytes = homes * stored;
  const saves = homes * given.awake * given.saves;
  const byBytes = Math.ceil(bytes / (given.databaseBytes * given.share));
  const clusters = Math.max(1, byBytes, Math.ceil(saves / given.clusterSaves));
  const eventsOfCluster = (saves * given.events) / clusters;
  const nodesByHomes = Math.ceil((homes * given.awake) / clusters / given.nodeHomes);
  // Two at least, so that one may fail.
  const nodes = Math.max(2, nodesByHomes + 1);
  return {
    homes,
    keys: homes * given.keys,
    GiB: Number((bytes / GiB).toFixed(1)),
    saves: Math.round(saves),
    clusters,
    members: clusters * 3,
    nodes: clusters * nodes,
    // Each at two members at once.
    watches: clusters * nodes * 2,
    "events a second at a node": Number(eventsOfCluster.toFixed(1)),
    "of its watch": `${((100 * eventsOfCluster) / given.nodeEvents).toFixed(1)} %`,
    "MB/s at a node": Number((((saves / clusters) * given.saveBytes * 2) / 1e6).toFixed(2)),
    "homes of a cluster": Math.floor(homes / clusters),
  };
};

const rows = [1000, 6000, 10_000, 100_000, 1_000_000].map(needsOf);
for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
