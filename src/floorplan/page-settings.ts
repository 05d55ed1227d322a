import { respondJson, type Route } from "../host/http/route.ts";

/** What the service's own page has to know: the first part of commands, and the bytes that a tracing image may have. */
export interface PageSettings {
  readonly domain: string;
  readonly imageBytes: number;
}

/** `/settings.json`: the settings that the service's own page asks for. */
export const pageSettingsRoute = ({ domain, imageBytes }: PageSettings): Route => ({
  path: "/settings.json",
  methods: { GET: (_request, response) => respondJson(response, 200, { domain, imageBytes }) },
});
