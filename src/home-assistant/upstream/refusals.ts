import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { BoundedMap } from "../../server/runtime/bounded-map.ts";
import { type Clock, minuteMs } from "../../server/runtime/time.ts";
import type { HassProblem } from "./status.ts";

/** Home Assistant is not asked, since it has refused as many logins as it may be made to. */
export interface TooManyRefused {
  readonly kind: "too-many-refused";
  readonly message: string;
}

/** How much Home Assistant may refuse within a minute. */
export interface RefusalLimits {
  /** In all. */
  readonly homeAssistantRefusals: number;
  /** Of one network. */
  readonly homeAssistantNetworkRefusals: number;
}

/** People mistype less often; what Home Assistant counts towards a ban (`login_attempts_threshold`) stays below what one sets there. */
export const refusalLimits: RefusalLimits = {
  homeAssistantRefusals: 10,
  homeAssistantNetworkRefusals: 3,
};

/** Where a login comes from. */
export interface Asker {
  /** As bans count it. */
  readonly network: string;
  /** What issued a token; a code of a sign-in has none. */
  readonly issuer?: string | undefined;
  /** Whether a token of the issuer was accepted from there before. */
  readonly wasLetIn?: boolean;
}

/** Whose login it is: `known` is what Home Assistant issued to this service, or has accepted before. */
export type LoginOrigin = "known" | "stranger";

/** Issuers that are known at a time; whoever came in longest ago is forgotten first. */
const mostKnown = 10_000;

/**
 * Bounds what of strangers Home Assistant is made to refuse, so that none of them has it to themselves. A token says by
 * which refresh token it was issued; an issuer of which a token was accepted is known, and its tokens are always asked
 * about.
 */
export class Refusals {
  readonly #limits: RefusalLimits;
  readonly #clock: Pick<Clock, "elapsed">;
  readonly #known = new BoundedMap<string, true>(mostKnown);
  /** Those of the last minute. */
  #refused: readonly { readonly network: string; readonly at: number }[] = [];
  /** The network of each stranger that is asked about now. */
  readonly #asking: string[] = [];
  #waiting: (() => void)[] = [];

  constructor(limits: RefusalLimits, clock: Pick<Clock, "elapsed">) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Asks about a token or a code, as soon as that cannot be one refusal too many; a left says where it is one already. */
  async during<A>(
    { network, issuer, wasLetIn = false }: Asker,
    ask: (whose: LoginOrigin) => Promise<Either<HassProblem, A>>,
  ): Promise<Either<HassProblem | TooManyRefused, A>> {
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

  /** The networks of those that were refused within the last minute. */
  get #refusedNow(): readonly string[] {
    const since = this.#clock.elapsed() - minuteMs;
    this.#refused = this.#refused.filter(({ at }) => at > since);
    return this.#refused.map(({ network }) => network);
  }

  /** The limit that so many leave no room below, by its name and value. */
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

  /** A refused issuer is known no longer. */
  #wasRefused(network: string, issuer: string | undefined): void {
    if (issuer !== undefined) this.#known.delete(issuer);
    this.#refused = [...this.#refused, { network, at: this.#clock.elapsed() }];
  }
}
