import { isLeft } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { Commands } from "../../../client/commands.ts";
import { settled } from "../../connection/channel-client.ts";
import type { Answer, PlanClient } from "../../connection/plan-client.ts";

/** Asks the service of a page with one of its commands. */
export type Ask = <Value>(
  command: (commands: Commands<Connection>) => Promise<Value>,
) => Answer<Value>;

/** What asks with the commands of `floorplan/client`, over the connection that the page has. */
export const askWith =
  (client: PlanClient): Ask =>
  async (command) => {
    const reached = await client.service();
    if (isLeft(reached)) return reached;
    return settled(() => command(new Commands(reached.right, client.domain)));
  };
