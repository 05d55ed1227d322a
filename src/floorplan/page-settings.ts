import { respondJson, type Route } from "../host/http/route.ts";

/** `/settings.json`: what the service's own page has to know before it can speak to it. */
export const pageSettingsRoute = (domain: string): Route => ({
  path: "/settings.json",
  methods: { GET: (_request, response) => respondJson(response, 200, { domain }) },
});
