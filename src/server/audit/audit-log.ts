import { minuteMs } from "../runtime/time.ts";
import {
  type Audit,
  type AuditActor,
  type AuditDetails,
  type AuditKind,
  noAudit,
} from "./audit.ts";
import { RateLimitedReport, type RatedLog } from "../runtime/rated-log.ts";
import { type AuditSeries, encodeLine, longestText } from "./audit-lines.ts";
import { type AuditParts, SeriesWriter } from "./audit-writer.ts";
import type { ServiceConfig } from "../limits.ts";

type EventDetails = AuditActor & AuditDetails;
type NotedEvent = readonly [what: AuditKind, known: EventDetails];

/** The key under which events that anybody can cause repeatedly are counted together; undefined for events with a line each. */
const rateOf = (what: AuditKind, { user_id, user, command }: EventDetails): string | undefined => {
  switch (what) {
    case "sign_in_failed":
    case "banned":
      return what;
    case "signed_in":
    case "refused":
    case "conflict":
    case "switch_failed":
      return `${what} ${user_id ?? user ?? ""}`;
    // Keyed by the action, which the plan names, and not by its targets, of which lists give any number.
    case "switched":
      return `${what} ${command ?? ""} ${user_id ?? user ?? ""}`;
    case "saved":
    case "image_uploaded":
    case "image_deleted":
    case "zone_written":
    case "zone_restored":
    case "token_created":
    case "token_renewed":
    case "token_revoked":
    case "link_opened":
    case "ban_lifted":
    case "home_created":
    case "home_changed":
    case "home_linked":
    case "home_deleted":
    case "home_restored":
    case "home_exported":
    case "home_imported":
      return undefined;
  }
};

/** Keeps the newest of counted events, with the names of everything that was switched, so that one lock does not hide another. */
const merged = ([, { about: before }]: NotedEvent, [what, known]: NotedEvent): NotedEvent => {
  if (what !== "switched" || before === undefined) return [what, known];
  const ids = [before, known.about ?? before].flatMap((about) => about.split(", "));
  // A longer text is cut in the line, which shows that there was more.
  const about = before.length > longestText ? before : [...new Set(ids)].join(", ");
  return [what, { ...known, about }];
};

const isViewer = ({ user, may_save: maySave }: AuditActor): boolean =>
  user !== undefined && maySave === false;

const seriesOf = (what: AuditKind, actor: AuditActor): AuditSeries => {
  if (actor.user === undefined) return "strangers";
  if (!isViewer(actor)) return "audit";
  return what === "switched" || what === "switch_failed" ? "switched" : "viewers";
};

/** There may be many viewers, guests among them: after a few lines in a row, each gets one line per period. */
const viewersPeriodMs = minuteMs;

/** Writes an audit log: one line per event, or one for several events of a frequent kind. */
export class AuditLog implements Audit {
  readonly #now: () => Date;
  readonly #writers: Readonly<Record<AuditSeries, SeriesWriter>>;
  readonly #ratedViewers = this.#rated(viewersPeriodMs);
  readonly #ratedOthers = this.#rated();

  constructor(parts: AuditParts) {
    this.#now = parts.now;
    this.#writers = {
      audit: new SeriesWriter("audit", parts),
      switched: new SeriesWriter("switched", parts),
      viewers: new SeriesWriter("viewers", parts),
      strangers: new SeriesWriter("strangers", parts),
    };
  }

  readonly note = (what: AuditKind, actor: AuditActor, details: AuditDetails = {}): void => {
    const known = { ...actor, ...details };
    const rate = rateOf(what, known);
    if (rate === undefined) this.#add(what, known, 0);
    else (isViewer(actor) ? this.#ratedViewers : this.#ratedOthers).add(rate, [what, known]);
  };

  /** Writes the waiting lines, and closes the files. */
  async close(): Promise<void> {
    this.#ratedViewers.close();
    this.#ratedOthers.close();
    await Promise.all(Object.values(this.#writers).map((writer) => writer.close()));
  }

  #rated(periodMs?: number): RateLimitedReport<NotedEvent> {
    return new RateLimitedReport(
      ([what, known], more) => this.#add(what, known, more),
      periodMs,
      merged,
    );
  }

  #add(what: AuditKind, known: EventDetails, more: number): void {
    const { may_save: _, ...written } = known;
    const line = encodeLine(this.#now(), what, more > 0 ? { ...written, more } : written);
    this.#writers[seriesOf(what, known)].add(line);
  }
}

/** An audit log that must be closed. */
interface OpenAudit extends Audit {
  /** Resolves when everything noted is written. */
  readonly close: () => Promise<void>;
}

/** The audit log in the service's data folder; one that notes nothing if no files are to be kept. Creates nothing before the first event. */
export const openAudit = (config: ServiceConfig, log: RatedLog): OpenAudit =>
  config.auditFiles === 0
    ? { ...noAudit, close: async () => undefined }
    : new AuditLog({
        data: config.data,
        limits: config,
        now: () => new Date(),
        boundary: log.boundary,
        onLost: (reason) => log.warn({ reason }, "lines of the audit log are lost"),
      });
