import { rotatedTo } from "../../client/nodes.ts";
import { readSettings } from "../connection/service-settings.ts";
import { base } from "./token-storage.ts";

const told = await readSettings(`${base}settings.json`);

/** The service's settings, or the defaults if it does not answer. */
export const { domain, homeAssistant, isIngress, addresses } = told;

/** Addresses of the service, separated by commas; the one that served the page comes first. */
export const url: string = rotatedTo(base.replace(/\/+$/, ""), told.addresses).join(",");
