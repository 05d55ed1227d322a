import { type Either, isLeft, mapLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { User } from "../host/users/user.ts";
import { ask } from "./ask.ts";
import { type HassProblem, hassProblem } from "./problem.ts";
import type { Whose } from "./refusals.ts";
import {
  connectUpstream,
  type UpstreamConnection,
  type UpstreamContext,
} from "./upstream-connection.ts";
import { idHere, nameHere } from "./user-id.ts";

const userCodec = t.type({
  id: t.string,
  name: t.union([t.string, t.null]),
  is_owner: t.boolean,
  is_admin: t.boolean,
});

/** A user of Home Assistant as one of this service. */
const userOf = ({ id, name, is_owner, is_admin }: t.TypeOf<typeof userCodec>): User => ({
  id: idHere(id),
  name: nameHere(name ?? ""),
  admin: is_admin,
  owner: is_owner,
  control: true,
});

/** Asks Home Assistant whose an access token is, by a login with it; the connection is the caller's to close. A left leaves nothing open. */
export const askWho = async (
  context: UpstreamContext,
  accessToken: string,
  whose: Whose,
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
