import * as t from "io-ts";
import {
  type AnswerDescription,
  type Content,
  type Operation,
  type Parameter,
  type Route,
  problemAnswer,
} from "../http/routes.ts";
import { type ApiInfo, infoOf, schemaOf } from "./document-parts.ts";

const contentOf = (content: Content): unknown =>
  Object.fromEntries(
    Object.entries(content).map(([mediaType, codec]) => [mediaType, { schema: schemaOf(codec) }]),
  );

const parameterOf = ({ name, in: place, required, type }: Parameter) => {
  const { description, ...schema } = schemaOf(type);
  return { name, in: place, required, ...(description && { description }), schema };
};

const answerOf = ({ when, content }: AnswerDescription) => ({
  description: when,
  ...(content && { content: contentOf(content) }),
});

/** The answers that any request may get. */
const anywhere: Readonly<Record<number, AnswerDescription>> = {
  403: problemAnswer("the request's host is not a name of the service"),
  500: problemAnswer("a bug, which the service logged"),
};

/** The further answers to a request that needs a token. */
const atTheDoor: Readonly<Record<number, AnswerDescription>> = {
  401: { when: "no valid token", content: { "text/plain": t.string } },
  403: problemAnswer("a banned address, or a host that is not a name of the service"),
  503: problemAnswer("the token's user cannot be identified now, or there is no room: try again"),
};

/** A path as in the document: a route for everything below a path takes one more part. */
const pathOf = ({ path }: Route): string =>
  path !== "/" && path.endsWith("/") ? `${path}{file}` : path;

/** What is said of those whose token it has to be. */
const whose: Partial<Readonly<Record<Operation["token"], string>>> = {
  administrator: "For administrators only.",
  provider: "For the provider's tokens, which are none of a home.",
};

const operationOf = (route: Route, method: string) => {
  const about: Operation | undefined = route.about[method];
  if (about === undefined) throw new TypeError(`${method} ${route.path} has no description`);
  const { summary, token, parameters, body, answers } = about;
  const name = pathOf(route)
    .replaceAll(/[^\w]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return {
    operationId: `${method.toLowerCase()}_${name === "" ? "page" : name}`,
    summary,
    ...(Object.hasOwn(whose, token) && { description: whose[token] }),
    security: token === "none" ? [] : [{ token: [] }],
    ...(parameters && { parameters: parameters.map(parameterOf) }),
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: Object.fromEntries(
      Object.entries({ ...anywhere, ...(token !== "none" && atTheDoor), ...answers }).map(
        ([status, answer]) => [status, answerOf(answer)],
      ),
    ),
  };
};

const pathItemOf = (route: Route) =>
  Object.fromEntries(
    Object.keys(route.methods).map((method) => [method.toLowerCase(), operationOf(route, method)]),
  );

/** The OpenAPI document of the HTTP routes. Throws if a route's method has no description. */
export const openApi = (info: Omit<ApiInfo, "websocket">, routes: readonly Route[]): unknown => ({
  openapi: "3.1.0",
  info: infoOf(
    info,
    `${info.name}: HTTP`,
    "The HTTP routes of a floor plan service. HEAD gets the headers of GET without the body.",
  ),
  servers: [
    {
      url: "{service}",
      description:
        "The address of the service, with the path below which it is, such as `/h/home`.",
      variables: { service: { default: `http://${info.address}` } },
    },
    // Relative to the document's own address (OpenAPI 3.1, Server Object), so it is right below any path.
    { url: "..", description: "The service that sent this document." },
  ],
  paths: Object.fromEntries(routes.map((route) => [pathOf(route), pathItemOf(route)])),
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer", description: "An access token of the service." },
    },
  },
});
