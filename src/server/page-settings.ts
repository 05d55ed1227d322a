import type { IncomingMessage } from "node:http";
import * as t from "io-ts";
import { describe, integer } from "../model/codec.ts";
import { json, respondJson, type Route } from "./http/routes.ts";

/** What the service's own page has to know. */
export interface PageSettings {
  /** The first part of commands. */
  readonly domain: string;
  /** The bytes that a tracing image may have. */
  readonly imageBytes: number;
  /** Where one signs in with Home Assistant; empty where one cannot. */
  readonly signInAt: string;
  /** Whether Home Assistant itself says of a request whose it is, so that nobody has to sign in. */
  readonly isIngress: (request: IncomingMessage) => boolean;
  /** Where browsers reach the nodes of the service; empty where it has but one. */
  readonly nodes: readonly string[];
}

const settingsCodec = t.readonly(
  t.intersection([
    t.type({
      domain: describe("the first part of the commands", t.string),
      imageBytes: describe("the bytes that a tracing image may have", integer),
      ingress: describe("whether Home Assistant says itself who asks", t.boolean),
    }),
    t.partial({
      homeAssistant: describe("where one signs in with Home Assistant", t.string),
      addresses: describe(
        "where browsers reach the nodes of the service",
        t.readonlyArray(t.string),
      ),
    }),
  ]),
);

/** `/settings.json`: the settings that the service's own page asks for. */
export const pageSettingsRoute = (settings: PageSettings): Route => ({
  path: "/settings.json",
  methods: {
    GET: (request, response) => {
      const { domain, imageBytes, signInAt, nodes } = settings;
      const ingress = settings.isIngress(request);
      const homeAssistant = ingress || signInAt === "" ? {} : { homeAssistant: signInAt };
      // Whoever comes through ingress is known nowhere else.
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
      summary: "tells the service's own page its settings",
      token: "none",
      answers: { 200: { when: "always", content: json(settingsCodec) } },
    },
  },
});
