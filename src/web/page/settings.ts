import { readSettings } from "../client/settings.ts";
import { base } from "./base.ts";

/** First part of the service's commands; undefined where it did not say, and the usual one is as good as any. */
export const { domain } = await readSettings(`${base}settings.json`);
