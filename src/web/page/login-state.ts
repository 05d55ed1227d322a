import type { PlanData } from "../../model/elements/entities.ts";
import type {
  PlanClient,
  PlanProblem,
  PlanUser,
  SubscriptionState,
} from "../connection/plan-client.ts";

/** Who is signed in, and what they follow. */
export interface LoginState {
  readonly client: PlanClient | undefined;
  /** Known once the client has logged in. */
  readonly user: PlanUser | undefined;
  readonly plan: PlanData | undefined;
  readonly following: SubscriptionState | undefined;
  readonly problem: PlanProblem | undefined;
  /** Whether a link is being opened, and the service was away so far. */
  readonly opening: "begun" | "away" | undefined;
  /** Why a link did not take the place of the one that is signed in. */
  readonly notice: PlanProblem | undefined;
  /** Why nobody can log in as a user of Home Assistant now, in the service's own words. */
  readonly homeAssistantAway: string | undefined;
}

/** Nobody is signed in. */
export const signedOut: LoginState = {
  client: undefined,
  user: undefined,
  plan: undefined,
  following: undefined,
  problem: undefined,
  opening: undefined,
  notice: undefined,
  homeAssistantAway: undefined,
};
