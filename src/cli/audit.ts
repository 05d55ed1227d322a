import { isLeft } from "fp-ts/lib/Either.js";
import type { AuditLine } from "../server/audit/audit-lines.ts";
import { readDuration } from "../server/runtime/time.ts";
import { auditKinds, type SignInMethod } from "../server/audit/audit.ts";
import { escapeToOneLine } from "./terminal.ts";
import { homeSettings } from "./home.ts";
import { dataOption, fail, type Input, type CliCommand } from "./cli-command.ts";

/** A later version may know more. */
const waysIn: ReadonlyMap<string, string> = new Map(
  Object.entries({
    token: "by a token",
    home_assistant: "by Home Assistant",
    ingress: "by ingress",
    delegate: "by Home Assistant's integration",
  } satisfies Readonly<Record<SignInMethod, string>>),
);

const readable = (line: AuditLine): string => {
  const { time, what, user, address, connection, rev, level, about, command, reason } = line;
  const { by, before, after, more, lost } = line;
  const parts = [
    time,
    what.padEnd(14),
    user ?? "-",
    address,
    connection === undefined ? undefined : `connection ${connection}`,
    by === undefined ? undefined : (waysIn.get(by) ?? `by ${by}`),
    rev === undefined ? undefined : `revision ${rev}`,
    level === undefined ? undefined : `floor ${level}`,
    about,
    command,
    after === undefined ? undefined : `${before ?? "unknown"} → ${after}`,
    reason,
    lost === undefined ? undefined : `${lost} lines before this one could not be written`,
    more === undefined ? undefined : `and ${more} more of these`,
  ];
  return escapeToOneLine(parts.flatMap((part) => part ?? []).join("  "));
};

const unknownKind = (input: Input): string | undefined => {
  const what = input.option("what");
  if (what === undefined || [...auditKinds, "lost"].includes(what)) return undefined;
  return `--what: expected one of ${auditKinds.join(", ")}, lost, not "${what}"`;
};

export const audit: CliCommand = {
  words: "audit",
  summary: "prints who saved, signed in or was refused, and created or revoked tokens",
  details: `Reads the data folder, also while the service runs, the oldest line first. In a cluster each node
has its own. --what is one of ${auditKinds.slice(0, 5).join(", ")},
${auditKinds.slice(5).join(", ")}, lost.
A line that is damaged, such as the last one after a crash, is told on the error output.`,
  options: [
    { name: "since", value: "TIME", help: "only newer entries, such as 24h or 7d" },
    {
      name: "user",
      value: "NAME",
      help: "only entries by or about the user of that name",
    },
    { name: "what", value: "KIND", help: "only entries of that kind" },
    { name: "json", help: "prints each entry as stored, as JSON" },
    dataOption,
  ],
  run: async (input) => {
    const settings = homeSettings(input);
    if (isLeft(settings)) return fail(input, settings.left, 2);
    const given = input.option("since");
    const since = given === undefined ? Infinity : readDuration(given);
    if (since === undefined)
      return fail(input, `--since: expected a time such as 90s, 24h or 7d, not "${given}"`, 2);
    const odd = unknownKind(input);
    if (odd !== undefined) return fail(input, odd, 2);
    const [user, what] = [input.option("user"), input.option("what")];
    const from = Date.now() - since;
    const { auditFolder, readAudit } = await import("../server/audit/audit-lines.ts");
    for await (const found of readAudit(auditFolder(settings.right.data))) {
      if ("problem" in found) {
        input.err(found.problem);
        continue;
      }
      const { text, line } = found;
      if (Date.parse(line.time) < from || (what !== undefined && line.what !== what)) continue;
      if (user !== undefined && line.user !== user && line.about !== user) continue;
      input.out(input.has("json") ? text : readable(line));
    }
    return 0;
  },
};
