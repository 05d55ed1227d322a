import { rotatedTo } from "../../client/nodes.ts";
import { readSettings } from "../connection/service-settings.ts";
import { base } from "./token-storage.ts";

const told = await readSettings(`${base}settings.json`);

/** What the service says of itself; where it does not, the usual is as good as any. */
export const { domain, homeAssistant, isIngress, addresses } = told;

/** Where the service is reached: at the address that the page came from first, with commas between several. */
export const url: string = rotatedTo(base.replace(/\/+$/, ""), told.addresses).join(",");
