import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { BoundedMap } from "../../server/runtime/bounded-map.ts";
import { type Clock, minuteMs } from "../../server/runtime/time.ts";
import type { HomeAssistantProblem } from "./status.ts";

/** Home Assistant is not asked, since it has refused as many logins as the limits allow. */
export interface TooManyRefused {
  readonly kind: "too-many-refused";
  readonly message: string;
}

/** Limits on refused logins per minute. */
export interface RefusalLimits {
  /** In total. */
  readonly homeAssistantRefusals: number;
  /** Per network. */
  readonly homeAssistantNetworkRefusals: number;
}

/**
 * People mistype less often. The limits stay below what users set for Home Assistant's bans
 * (`login_attempts_threshold`).
 */
export const refusalLimits: RefusalLimits = {
  homeAssistantRefusals: 10,
  homeAssistantNetworkRefusals: 3,
};

/** The origin of a login. */
export interface LoginSource {
  /** As bans count it. */
  readonly network: string;
  /** The token's issuer; a sign-in code has none. */
  readonly issuer?: string | undefined;
  /** Whether a token of this issuer was accepted from the network before. */
  readonly wasLetIn?: boolean;
}

/** `known`: Home Assistant issued the credentials to this service, or has accepted the issuer before. */
export type LoginFamiliarity = "known" | "stranger";

/** How many accepted issuers are remembered; the least recent goes first. */
const maxKnown = 10_000;

/**
 * Limits how many logins of strangers Home Assistant refuses, so that no stranger uses up the limit for all. A token
 * names the refresh token that issued it; once a token of an issuer was accepted, its tokens are always passed on.
 */
export class Refusals {
  readonly #limits: RefusalLimits;
  readonly #clock: Pick<Clock, "elapsed">;
  readonly #known = new BoundedMap<string, true>(maxKnown);
  /** Refusals of the last minute. */
  #refused: readonly { readonly network: string; readonly at: number }[] = [];
  /** The network of each pending login of a stranger. */
  readonly #asking: string[] = [];
  #waiting: (() => void)[] = [];

  constructor(limits: RefusalLimits, clock: Pick<Clock, "elapsed">) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Passes a login on once its refusal cannot exceed a limit. Left: which limit is reached already. */
  async during<A>(
    { network, issuer, wasLetIn = false }: LoginSource,
    ask: (whose: LoginFamiliarity) => Promise<Either<HomeAssistantProblem, A>>,
  ): Promise<Either<HomeAssistantProblem | TooManyRefused, A>> {
    const isKnown = (): boolean => wasLetIn || (issuer !== undefined && this.#known.has(issuer));
    while (!isKnown()) {
      const [limit, most] = this.#limitReached(network, this.#refusedNow) ?? [];
      if (limit !== undefined) {
        const message = `Home Assistant has refused as many logins within a minute as ${limit} allows, ${most}: try again`;
        return left({ kind: "too-many-refused", message });
      }
      const askedOrRefused = [...this.#refusedNow, ...this.#asking];
      if (this.#limitReached(network, askedOrRefused) === undefined) break;
      // A login that is accepted makes room for the next.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const whose = isKnown() ? "known" : "stranger";
    const stranger = whose === "known" ? [] : [network];
    this.#asking.push(...stranger);
    try {
      const answer = await ask(whose);
      if (!isLeft(answer)) this.#accepted(issuer);
      else if (answer.left.kind === "invalid-auth") this.#wasRefused(network, issuer);
      return answer;
    } finally {
      for (const each of stranger) this.#asking.splice(this.#asking.indexOf(each), 1);
      for (const goOn of this.#waiting.splice(0)) goOn();
    }
  }

  /** The networks of the refusals of the last minute. */
  get #refusedNow(): readonly string[] {
    const since = this.#clock.elapsed() - minuteMs;
    this.#refused = this.#refused.filter(({ at }) => at > since);
    return this.#refused.map(({ network }) => network);
  }

  /** The reached limit, by name and value. */
  #limitReached(
    network: string,
    networks: readonly string[],
  ): readonly [string, number] | undefined {
    const { homeAssistantRefusals, homeAssistantNetworkRefusals } = this.#limits;
    if (networks.length >= homeAssistantRefusals)
      return ["home-assistant-refusals", homeAssistantRefusals];
    return networks.filter((each) => each === network).length >= homeAssistantNetworkRefusals
      ? ["home-assistant-network-refusals", homeAssistantNetworkRefusals]
      : undefined;
  }

  #accepted(issuer: string | undefined): void {
    if (issuer !== undefined) this.#known.set(issuer, true);
  }

  /** A refused issuer is no longer known. */
  #wasRefused(network: string, issuer: string | undefined): void {
    if (issuer !== undefined) this.#known.delete(issuer);
    this.#refused = [...this.#refused, { network, at: this.#clock.elapsed() }];
  }
}
