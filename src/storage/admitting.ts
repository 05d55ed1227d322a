import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { LoginRefusal } from "../host/users/authenticator.ts";
import type { Person } from "../host/users/identities.ts";
import type { Storage } from "./storage.ts";

type Login = (token: string, address: string) => Promise<Either<LoginRefusal, Person>>;

/** The same login, which lets nobody in before what is stored may be shown to them. */
export const admitting =
  ({ shared }: Pick<Storage, "shared">, login: Login): Login =>
  async (token, address) => {
    const judged = await login(token, address);
    if (isLeft(judged) || shared === undefined) return judged;
    const admitted = await shared.admit();
    return isLeft(admitted) ? left({ kind: "unavailable", message: admitted.left }) : judged;
  };
