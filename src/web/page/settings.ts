import { readSettings } from "../client/settings.ts";
import { base } from "./base.ts";

/** What the service says of itself; where it does not, the usual is as good as any. */
export const { domain, homeAssistant, isIngress } = await readSettings(`${base}settings.json`);
