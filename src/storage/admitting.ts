import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { LoginRefusal } from "../host/users/authenticator.ts";
import type { Person } from "../host/users/identities.ts";
import type { Storage } from "./storage.ts";

type Login = (token: string, address: string) => Promise<Either<LoginRefusal, Person>>;

/** The same login, for which this process first learns what others have changed: users, and the plan that will be shown. */
export const admitting =
  ({ shared }: Pick<Storage, "shared">, login: Login): Login =>
  async (token, address) => {
    const admitted = await shared?.admit();
    if (admitted !== undefined && isLeft(admitted))
      return left({ kind: "unavailable", message: admitted.left });
    return login(token, address);
  };
