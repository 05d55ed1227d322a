import * as t from "io-ts";
import { decoded } from "./decoded.ts";
import type { People, Person } from "./home-assistant-under-test.ts";
import { type HomeSocket, openHomeSocket } from "./socket.ts";
import { type GrantedTokens, login, postJson, tokensFor } from "./tokens.ts";

const onboarded = t.type({ auth_code: t.string });
const currentUser = t.type({ id: t.string });
const createdUser = t.type({ user: t.type({ id: t.string }) });

type Account = Pick<Person, "name" | "username" | "password">;

const withTokens = async (
  url: string,
  account: Account,
  clientId: string,
  tokens: GrantedTokens,
): Promise<Person> => {
  const socket = await openHomeSocket(url, tokens.access_token);
  const { id } = decoded(currentUser, await socket.call({ type: "auth/current_user" }));
  const command = { type: "auth/long_lived_access_token", client_name: "Tests", lifespan: 3650 };
  const longLivedToken = decoded(t.string, await socket.call(command));
  await socket.close();
  const { access_token: accessToken, refresh_token: refreshToken } = tokens;
  return { ...account, id, clientId, accessToken, refreshToken, longLivedToken };
};

/**
 * The content of `.storage/onboarding` of a Home Assistant that lacks only its owner. The other steps would set up
 * services on the internet.
 */
export const onlyOwnerIsMissing = JSON.stringify({
  version: 4,
  minor_version: 1,
  key: "onboarding",
  data: { done: ["core_config", "analytics", "integration"] },
});

/** Creates the owner of a Home Assistant without users. */
export const makeOwner = async (url: string, account: Account): Promise<Person> => {
  const clientId = `${url}/`;
  const made = await postJson(url, "/api/onboarding/users", {
    ...account,
    client_id: clientId,
    language: "en",
  });
  const { auth_code } = decoded(onboarded, made.body);
  const tokens = await tokensFor(url, clientId, auth_code);
  return withTokens(url, account, clientId, tokens);
};

const makeUser = async (
  url: string,
  owner: HomeSocket,
  account: Account,
  group: string,
): Promise<Person> => {
  const command = { type: "config/auth/create", name: account.name, group_ids: [group] };
  const { user } = decoded(createdUser, await owner.call(command));
  await owner.call({
    type: "config/auth_provider/homeassistant/create",
    user_id: user.id,
    username: account.username,
    password: account.password,
  });
  const clientId = `${url}/`;
  const code = await login(url, account, clientId, clientId);
  return withTokens(url, account, clientId, await tokensFor(url, clientId, code));
};

/** Creates the people other than the owner. */
export const makePeople = async (
  url: string,
  owner: HomeSocket,
): Promise<Omit<People, "owner">> => ({
  user: await makeUser(
    url,
    owner,
    { name: "Anna", username: "anna", password: "anna's password" },
    "system-users",
  ),
  guest: await makeUser(
    url,
    owner,
    { name: "Guest", username: "guest", password: "guest's password" },
    "system-read-only",
  ),
  dropout: await makeUser(
    url,
    owner,
    { name: "Dropout", username: "dropout", password: "dropout's password" },
    "system-users",
  ),
  leaver: await makeUser(
    url,
    owner,
    { name: "Leaver", username: "leaver", password: "leaver's password" },
    "system-users",
  ),
});
