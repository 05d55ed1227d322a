import type { IncomingMessage, ServerResponse } from "node:http";
import { anyObject } from "../../../src/model/codec.ts";
import type { DoubleFailures } from "./double-failures.ts";
import type { DoublePeople } from "./double-users.ts";

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

const lifeSeconds = 1800;

const refused = (status: number, error: string, error_description?: string): Reply => ({
  status,
  body: error_description === undefined ? { error } : { error, error_description },
});

const exchanged = (people: DoublePeople, form: URLSearchParams): Reply => {
  const clientId = form.get("client_id") ?? "";
  const person = people.takeCode(form.get("code") ?? "", clientId);
  if (person === undefined) return refused(400, "invalid_request", "Invalid code");
  if (!people.isActive(person)) return refused(403, "access_denied", "User is not active");
  const refresh_token = people.newRefreshToken(person, clientId);
  return {
    status: 200,
    body: {
      access_token: people.newAccessToken(person, refresh_token),
      token_type: "Bearer",
      refresh_token,
      expires_in: lifeSeconds,
      ha_auth_provider: "homeassistant",
    },
  };
};

const refreshed = (people: DoublePeople, form: URLSearchParams): Reply => {
  const refreshToken = form.get("refresh_token") ?? "";
  const found = people.byRefreshToken(refreshToken);
  if (found === undefined) return refused(400, "invalid_grant");
  if (found.clientId !== form.get("client_id")) return refused(400, "invalid_request");
  const access_token = people.newAccessToken(found.person, refreshToken);
  return { status: 200, body: { access_token, token_type: "Bearer", expires_in: lifeSeconds } };
};

const tokens = (people: DoublePeople, form: URLSearchParams): Reply => {
  const type = form.get("grant_type");
  if (type === "authorization_code") return exchanged(people, form);
  if (type === "refresh_token") return refreshed(people, form);
  return refused(400, "unsupported_grant_type");
};

const loggedIn = (people: DoublePeople, body: unknown): Reply => {
  if (!anyObject.is(body)) return { status: 400 };
  const { username, password, client_id } = body;
  const code = people.codeFor(username, password, String(client_id));
  return code === undefined
    ? { status: 200, body: { type: "form", errors: { base: "invalid_auth" } } }
    : { status: 200, body: { type: "create_entry", result: code } };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const page = (form: string): string =>
  `<!doctype html><title>Sign in</title><form method="post" action="/auth/authorize${form}">
<input name="username"><input name="password" type="password"><button>Sign in</button></form>`;

/** Where the browser is redirected after the page of `/auth/authorize`. */
const back = (
  people: DoublePeople,
  asked: URLSearchParams,
  form: URLSearchParams,
): string | undefined => {
  const clientId = asked.get("client_id") ?? "";
  const code = people.codeFor(form.get("username"), form.get("password"), clientId);
  if (code === undefined) return undefined;
  const to = new URL(asked.get("redirect_uri") ?? "");
  to.searchParams.set("code", code);
  to.searchParams.set("state", asked.get("state") ?? "");
  return to.href;
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** Answers with the picture of a camera or an image, as Home Assistant does, to whoever is signed in. */
const answerPicture = (
  people: DoublePeople,
  pictures: ReadonlyMap<string, Buffer>,
  entity: string,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void => {
  const isKnown = people.byAccessToken(headers.authorization?.replace("Bearer ", "")) !== undefined;
  const picture = pictures.get(entity);
  if (!isKnown || picture === undefined) response.writeHead(isKnown ? 404 : 401).end();
  else response.writeHead(200, { "content-type": "image/jpeg" }).end(picture);
};

/** Answers the double's HTTP requests: the OAuth2 flow, the login without its page, and pictures. */
export const answerHttp = async (
  people: DoublePeople,
  pictures: ReadonlyMap<string, Buffer>,
  failures: DoubleFailures,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://double");
  const text = await textOf(request);
  const form = new URLSearchParams(text);
  const send = ({ status, body }: Reply): void => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const [, pictured] = /^\/api\/(?:camera|image)_proxy\/(.+)$/.exec(pathname) ?? [];
  if (pictured !== undefined) return answerPicture(people, pictures, pictured, request, response);
  switch (`${request.method ?? ""} ${pathname}`) {
    case "POST /auth/token": {
      const reply = tokens(people, form);
      if (reply.status < 400) return send(reply);
      return failures.failed(() => send(reply));
    }
    case "POST /auth/revoke":
      people.revoke(form.get("token") ?? "");
      return send({ status: 200 });
    case "POST /auth/login_flow":
      return send({ status: 200, body: { type: "form", flow_id: "flow" } });
    case "POST /auth/login_flow/flow":
      return send(loggedIn(people, parsed(text)));
    case "POST /auth/authorize": {
      const location = back(people, searchParams, form);
      response.writeHead(
        location === undefined ? 403 : 302,
        location === undefined ? {} : { location },
      );
      response.end();
      return;
    }
    case "GET /auth/authorize":
      response.writeHead(200, { "content-type": "text/html" });
      response.end(page(search.replaceAll("&", "&amp;").replaceAll('"', "&quot;")));
      return;
    default:
      return send({ status: 404, body: { message: "Not found" } });
  }
};
