import type { Logger } from "pino";
import type { FileSystem } from "../../wal/index.ts";
import type { ImageDisk } from "../images/image-store.ts";
import type { Clock } from "./runtime/time.ts";
import type { ServiceMetrics } from "./metrics/service-metrics.ts";

/** What a service is built on, beside its settings. */
export interface Surroundings {
  readonly log: Logger;
  /** The disk under the images; the machine's own by default. */
  readonly imageDisk?: ImageDisk;
  /** The disk under the log; the machine's own by default. */
  readonly fs?: FileSystem;
  /** The time by which tokens end; the machine's own by default. */
  readonly clock?: Clock;
  /** Whether an administrator's first token is kept in a file, as nobody may read what is printed. */
  readonly keepsFirstToken?: boolean;
  /** The folder of what browsers load; the one that the build fills by default. */
  readonly web?: string;
  /** What it is measured by; metrics of its own by default. */
  readonly metrics?: ServiceMetrics;
}
