import { isLeft } from "fp-ts/lib/Either.js";
import { bansInForce, liftBan } from "../auth/bans.ts";
import { homeOptions, noteInAuditLog, withHome } from "./home.ts";
import { table } from "./terminal.ts";
import { fail, type CliCommand } from "./cli-command.ts";

export const banList: CliCommand = {
  words: "ban list",
  summary: "lists the addresses banned after failed logins",
  options: homeOptions,
  run: (input) =>
    withHome(input, async ({ bans }) => {
      const content = bans.read();
      if (isLeft(content)) return fail(input, content.left);
      const rows = bansInForce(content.right.bans, Date.now()).map((ban) => [
        ban.address,
        ban.until,
        String(ban.failures),
      ]);
      for (const line of table([["ADDRESS", "UNTIL", "FAILURES"], ...rows])) input.out(line);
      return 0;
    }),
};

export const banLift: CliCommand = {
  words: "ban lift",
  args: "ADDRESS",
  summary: "lifts the ban of an address",
  options: homeOptions,
  run: (input) =>
    withHome(input, async ({ bans }) => {
      const lifted = await liftBan(bans, input.args[0] ?? "", Date.now());
      if (isLeft(lifted)) return fail(input, lifted.left);
      await noteInAuditLog(input, "ban_lifted", input.args[0]);
      input.out(`lifted the ban of ${input.args[0] ?? ""}`);
      return 0;
    }),
};
