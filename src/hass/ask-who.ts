import { type Either, isLeft, mapLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { User } from "../auth/user.ts";
import { ask } from "./ask.ts";
import { type HassProblem, hassProblem } from "../home-assistant/upstream/status.ts";
import type { LoginOrigin } from "../home-assistant/upstream/refusals.ts";
import {
  connectUpstream,
  type UpstreamConnection,
  type UpstreamContext,
} from "../home-assistant/upstream/connection.ts";
import { localUserId, localUserName } from "./user-id.ts";

const userCodec = t.type({
  id: t.string,
  name: t.union([t.string, t.null]),
  is_owner: t.boolean,
  is_admin: t.boolean,
});

/** A user of Home Assistant as one of this service. */
const userOf = ({ id, name, is_owner, is_admin }: t.TypeOf<typeof userCodec>): User => ({
  id: localUserId(id),
  name: localUserName(name ?? ""),
  admin: is_admin,
  owner: is_owner,
  control: true,
});

/** Asks Home Assistant whose an access token is, by a login with it; the connection is the caller's to close. A left leaves nothing open. */
export const askWho = async (
  context: UpstreamContext,
  accessToken: string,
  whose: LoginOrigin,
): Promise<
  Either<HassProblem, { readonly user: User; readonly connection: UpstreamConnection }>
> => {
  const { settings, status } = context;
  const connected = await connectUpstream(context, accessToken, whose);
  if (isLeft(connected)) return connected;
  const connection = connected.right;
  const answer = await ask(connection, { type: "auth/current_user" }, settings);
  const nonsense = (): HassProblem =>
    hassProblem.nonsense(settings.homeAssistant, "it does not say whose a token is");
  const decoded = isLeft(answer) ? answer : mapLeft(nonsense)(userCodec.decode(answer.right));
  if (!isLeft(decoded)) return right({ user: userOf(decoded.right), connection });
  connection.close();
  status.failed(decoded.left);
  return decoded;
};
