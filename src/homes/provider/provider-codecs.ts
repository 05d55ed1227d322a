import * as t from "io-ts";
import { describe, integer, strictObject, withSchema } from "../../model/codec.ts";
import { settings } from "../../server/settings.ts";
import { expectedHomeId, isHomeId, type Quotas, quotaNames } from "../directory/home-record.ts";
import type { HomeUsage, HomeState } from "../homes.ts";

/** A codec for values of which `rule` is true; its error says what was expected, and quotes nothing. */
const ruled = <A>(
  codec: t.Type<A, unknown>,
  expected: string,
  rule: (value: A) => boolean,
): t.Type<A, unknown> =>
  new t.Type<A, unknown>(
    codec.name,
    (value): value is A => codec.is(value) && rule(value),
    (input, context) =>
      codec.is(input) && rule(input)
        ? t.success(input)
        : t.failure(input, context, `expected ${expected}`),
    (value) => value,
  );

export const homeIdCodec = withSchema(
  { type: "string", minLength: 1, maxLength: 63, description: "the id of a home" },
  ruled<string>(t.string, expectedHomeId, isHomeId),
);

/** Names are for people: the most characters, none of which a terminal would obey. */
const nameLength = 100;

const nameCodec = withSchema(
  { type: "string", maxLength: nameLength, description: "the home's name, for people" },
  ruled<string>(
    t.string,
    `at most ${nameLength} characters, no control characters`,
    (name) => name.length <= nameLength && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name),
  ),
);

type QuotaName = (typeof quotaNames)[number];

/** `planBytes` as `plan_bytes`: a quota's name in JSON. */
export const quotaField = (name: QuotaName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const quotaCodec = (name: QuotaName): t.Type<number, unknown> => {
  const { min, max, help } = settings[name];
  return withSchema(
    { type: "integer", minimum: min, maximum: max, description: help },
    ruled<number>(
      integer,
      `an integer from ${min} to ${max}`,
      (value) => value >= min && value <= max,
    ),
  );
};

/** A codec for fields named as the quotas are in JSON. */
const quotaFields = <C extends t.Mixed>(codecOf: (name: QuotaName) => C) => ({
  plan_bytes: codecOf("planBytes"),
  home_image_bytes: codecOf("homeImageBytes"),
  home_connections: codecOf("homeConnections"),
  home_saves: codecOf("homeSaves"),
  home_uploads: codecOf("homeUploads"),
});

const givenQuotas = strictObject({}, quotaFields(quotaCodec));

const changedQuotas = strictObject(
  {},
  quotaFields((name) => {
    const codec = quotaCodec(name);
    const { min, max, help } = settings[name];
    return withSchema(
      {
        type: ["integer", "null"],
        minimum: min,
        maximum: max,
        description: `${help}; null for the default`,
      },
      new t.Type<number | null, unknown>(
        codec.name,
        (value): value is number | null => value === null || codec.is(value),
        (input, context) => (input === null ? t.success(null) : codec.validate(input, context)),
        (value) => value,
      ),
    );
  }),
);

/** The quotas that differ from the defaults, after a change to the earlier ones; null takes one away. */
export const withQuotas = (
  before: Partial<Quotas>,
  given: Readonly<Record<string, number | null | undefined>>,
): Partial<Quotas> =>
  Object.fromEntries(
    quotaNames.flatMap((name) => {
      const asked = given[quotaField(name)];
      const value = asked === undefined ? before[name] : (asked ?? undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Quotas by their names in JSON. */
const shownQuotas = (quotas: Partial<Quotas>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    quotaNames.flatMap((name) => {
      const value = quotas[name];
      return value === undefined ? [] : [[quotaField(name), value]];
    }),
  );

const states = {
  asleep: null,
  waking: null,
  awake: null,
  falling_asleep: null,
  held: null,
} as const satisfies Readonly<Record<HomeState, null>>;

/** What a new home is created with. */
export const newHomeCodec = strictObject(
  {},
  { id: homeIdCodec, name: nameCodec, quotas: givenQuotas },
);

/** What of a home is changed. */
export const homeChangeCodec = strictObject(
  {},
  {
    name: nameCodec,
    suspended: describe("whether nobody may use it; those with a token are told why", t.boolean),
    quotas: changedQuotas,
  },
);

/** Whom a link is for. */
export const newLinkCodec = strictObject(
  {},
  {
    name: describe(
      "the name of the new administrator; by default admin, admin 2 and so on",
      t.string,
    ),
  },
);

const usageFields = {
  plan_bytes: describe("bytes of the plan, as JSON", integer),
  image_bytes: describe("bytes of the tracing images", integer),
  connections: describe("connections with a token, now", integer),
  saves: describe("saves and changes since it was first counted", integer),
  uploads: describe("images uploaded since it was first counted", integer),
};

/** What a home uses. */
export const usageCodec = t.readonly(
  t.intersection([
    t.type({ rev: describe("the plan's revision, 0 before the first save", integer) }),
    t.type(usageFields),
    t.partial({ used_at: describe("when somebody was last seen there, ISO 8601", t.string) }),
  ]),
);

/** A home in a list. */
export const listedHomeCodec = t.readonly(
  t.intersection([
    t.type({
      id: homeIdCodec,
      name: nameCodec,
      state: describe("what it is doing", t.keyof(states)),
      suspended: t.boolean,
    }),
    t.partial({
      created_at: describe("ISO 8601; unknown of a home that was moved in", t.string),
      problem: describe("why it cannot be opened, or its plan not be saved", t.string),
    }),
  ]),
);

export type ListedHome = t.TypeOf<typeof listedHomeCodec>;

const numbers = t.readonly(t.record(t.string, t.number));

/** A home with everything that is known of it. */
export const homeCodec = t.readonly(
  t.intersection([
    listedHomeCodec,
    t.type({
      quotas: describe("the quotas that differ from the defaults", numbers),
      effective_quotas: describe("all quotas as they hold", numbers),
      usage: usageCodec,
    }),
    t.partial({ suspended_at: describe("since when it is suspended, ISO 8601", t.string) }),
  ]),
);

/** Where a list goes on, if it does. */
const nextCodec = t.partial({ next: describe("the `after` of the next part", homeIdCodec) });

export const homesCodec = t.readonly(
  t.intersection([t.type({ homes: t.readonlyArray(listedHomeCodec) }), nextCodec]),
);

/** A home that was made, with the link of its first administrator. */
export const createdCodec = t.readonly(
  t.intersection([
    t.type({ id: homeIdCodec }),
    t.partial({ link: describe("gives the first browser that opens it a token", t.string) }),
  ]),
);

export const linkCodec = t.readonly(t.type({ link: t.string }));

const deletedHomeCodec = t.readonly(
  t.type({
    id: homeIdCodec,
    deleted_at: describe("ISO 8601", t.string),
    purged_at: describe("when it is removed for good, ISO 8601", t.string),
  }),
);

export const deletedCodec = deletedHomeCodec;

export const deletedHomesCodec = t.readonly(t.type({ deleted: t.readonlyArray(deletedHomeCodec) }));

export const usagesCodec = t.readonly(
  t.intersection([
    t.type({
      totals: t.readonly(
        t.type({ homes: integer, awake: integer, problems: integer, ...usageFields }),
      ),
      homes: t.readonlyArray(t.readonly(t.intersection([t.type({ id: homeIdCodec }), usageCodec]))),
    }),
    nextCodec,
  ]),
);

/** A home's quotas as JSON: those that differ, and all as they hold. */
export const quotasOf = (quotas: Partial<Quotas>, defaults: Quotas) => ({
  quotas: shownQuotas(quotas),
  effective_quotas: shownQuotas({ ...defaults, ...quotas }),
});

/** A home's usage as JSON. */
export const shownUsage = (usage: HomeUsage): t.TypeOf<typeof usageCodec> => ({
  rev: usage.rev,
  plan_bytes: usage.planBytes,
  image_bytes: usage.imageBytes,
  connections: usage.connections,
  saves: usage.saves,
  uploads: usage.uploads,
  ...(usage.usedAt === undefined ? {} : { used_at: usage.usedAt }),
});
