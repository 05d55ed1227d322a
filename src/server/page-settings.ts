import type { IncomingMessage } from "node:http";
import * as t from "io-ts";
import { describe, integer } from "../model/codec.ts";
import { json, respondJson, type Route } from "./http/routes.ts";

/** What the service's own page needs to know. */
export interface PageSettings {
  /** First part of the commands' types. */
  readonly domain: string;
  /** The most bytes of a tracing image. */
  readonly imageBytes: number;
  /** The address for signing in with Home Assistant; empty if that is not possible. */
  readonly signInAt: string;
  /** Whether Home Assistant's ingress vouches for the request's user, so that nobody has to sign in. */
  readonly isIngress: (request: IncomingMessage) => boolean;
  /** Where browsers reach the service's nodes; empty for a single node. */
  readonly nodes: readonly string[];
}

const settingsCodec = t.readonly(
  t.intersection([
    t.type({
      domain: describe("the first part of the commands' types", t.string),
      imageBytes: describe("the most bytes of a tracing image", integer),
      ingress: describe("whether Home Assistant's ingress names the user", t.boolean),
    }),
    t.partial({
      homeAssistant: describe("the address for signing in with Home Assistant", t.string),
      addresses: describe(
        "where browsers reach the nodes of the service",
        t.readonlyArray(t.string),
      ),
    }),
  ]),
);

/** `/settings.json`: the settings for the service's own page. */
export const pageSettingsRoute = (settings: PageSettings): Route => ({
  path: "/settings.json",
  methods: {
    GET: (request, response) => {
      const { domain, imageBytes, signInAt, nodes } = settings;
      const ingress = settings.isIngress(request);
      const homeAssistant = ingress || signInAt === "" ? {} : { homeAssistant: signInAt };
      // A user of ingress cannot log in at other nodes.
      const others = ingress || nodes.length === 0 ? {} : { addresses: nodes };
      const body: t.TypeOf<typeof settingsCodec> = {
        domain,
        imageBytes,
        ingress,
        ...homeAssistant,
        ...others,
      };
      respondJson(response, 200, body);
    },
  },
  about: {
    GET: {
      summary: "gets the settings for the service's own page",
      token: "none",
      answers: { 200: { when: "always", content: json(settingsCodec) } },
    },
  },
});
