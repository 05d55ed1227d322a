import { randomInt } from "node:crypto";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { RequestDispatcher } from "../../storage/etcd/client/request-dispatcher.ts";
import type { Failure } from "../../storage/etcd/client/failure.ts";
import type { MemberChannel } from "../../storage/etcd/client/member-channel.ts";
import { leaseGrant, leaseKeepAlive, leaseRevoke } from "../../storage/etcd/client/methods.ts";

const repeatable = true;

/** Does what `Etcd.lease` says. The id is chosen here, so that it can be asked for again. */
export const grant = async (
  dispatcher: RequestDispatcher,
  seconds: number,
): Promise<Either<Failure, string>> => {
  const ID = String(randomInt(1, 2 ** 48 - 1));
  const answer = await dispatcher.ask(leaseGrant, { ID, TTL: seconds }, { repeatable });
  // Of 48 bits of chance it is this one's own, from a request whose answer was lost.
  if (isLeft(answer) && answer.left.kind !== "exists") return answer;
  return right(ID);
};

/** Does what `Etcd.revoke` says. */
export const revoke = async (
  dispatcher: RequestDispatcher,
  lease: string,
): Promise<Either<Failure, void>> => {
  const answer = await dispatcher.ask(leaseRevoke, { ID: lease }, { repeatable });
  return isLeft(answer) && answer.left.kind !== "ended" ? answer : right(undefined);
};

const renewOn = (
  { boundary }: RequestDispatcher,
  member: MemberChannel,
  lease: string,
  token: string | undefined,
  ms: number,
): Promise<Either<Failure, boolean>> =>
  new Promise((resolve) => {
    const done = (answer: Either<Failure, boolean>): void => {
      clearTimeout(late);
      resolve(answer);
      stream.cancel();
    };
    const failed = boundary("the end of a renewal was not taken", (failure: Failure) =>
      done(left(failure)),
    );
    const stream = member.stream(leaseKeepAlive, token, failed);
    const late = setTimeout(
      () => done(left({ kind: "unknown", reason: `${member.url}: no answer in time` })),
      ms,
    );
    stream.once("data", ({ TTL }: { readonly TTL: string }) => done(right(Number(TTL) > 0)));
    stream.write({ ID: lease });
  });

/** Does what `Etcd.renew` says. */
export const renew = (
  dispatcher: RequestDispatcher,
  lease: string,
): Promise<Either<Failure, boolean>> =>
  dispatcher.perform(
    {
      kind: leaseKeepAlive.path,
      // It may have been closed while a token was waited for, and opens no stream then.
      once: async (member, ms, token) =>
        dispatcher.closed
          ? left({ kind: "away", reason: "the client is closed" })
          : renewOn(dispatcher, member, lease, token, ms),
    },
    { repeatable },
  );
