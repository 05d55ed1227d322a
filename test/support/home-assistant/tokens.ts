import * as t from "io-ts";
import { decoded } from "./decoded.ts";

const flow = t.type({ flow_id: t.string });
const finishedFlow = t.type({ type: t.literal("create_entry"), result: t.string });
const grantedTokens = t.type({ access_token: t.string, refresh_token: t.string });

/** The answer of `/auth/token` to a code. */
export type GrantedTokens = t.TypeOf<typeof grantedTokens>;

/** An HTTP answer: its status, and its body as JSON; undefined if it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: bodyOf(await response.text()),
});

/** Posts JSON to a path of Home Assistant, with an access token if given. */
export const postJson = async (
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Answer> =>
  answerOf(
    await fetch(`${url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    }),
  );

/** Posts a form, as in OAuth2, to a path such as `/auth/token`. */
export const postForm = async (
  url: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> =>
  answerOf(await fetch(`${url}${path}`, { method: "POST", body: new URLSearchParams(fields) }));

/** The answer to a code, success or error. */
export const askForTokens = (url: string, clientId: string, code: string): Promise<Answer> =>
  postForm(url, "/auth/token", { grant_type: "authorization_code", code, client_id: clientId });

/** The tokens for a code. */
export const tokensFor = async (
  url: string,
  clientId: string,
  code: string,
): Promise<GrantedTokens> => decoded(grantedTokens, (await askForTokens(url, clientId, code)).body);

/** The answer to a refresh token, success or error. */
export const askToRefresh = (
  url: string,
  clientId: string,
  refreshToken: string,
): Promise<Answer> =>
  postForm(url, "/auth/token", {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: clientId,
  });

/** Logs a person in as on the page of `/auth/authorize`, without a browser; returns the code. */
export const login = async (
  url: string,
  person: { readonly username: string; readonly password: string },
  clientId: string,
  redirectUri: string,
): Promise<string> => {
  const begun = await postJson(url, "/auth/login_flow", {
    client_id: clientId,
    handler: ["homeassistant", null],
    redirect_uri: redirectUri,
  });
  const { flow_id } = decoded(flow, begun.body);
  const { username, password } = person;
  const ended = await postJson(url, `/auth/login_flow/${flow_id}`, {
    client_id: clientId,
    username,
    password,
  });
  return decoded(finishedFlow, ended.body).result;
};
