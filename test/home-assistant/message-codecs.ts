import * as t from "io-ts";

const nullable = <A>(codec: t.Type<A, unknown>) => t.union([codec, t.null]);
const context = t.union([t.string, t.partial({ id: t.string, user_id: nullable(t.string) })]);
const attributes = t.record(t.string, t.unknown);
const added = t.intersection([
  t.type({ s: t.string, a: attributes, c: context, lc: t.number }),
  t.partial({ lu: t.number }),
]);
const more = t.partial({ s: t.string, a: attributes, c: context, lc: t.number, lu: t.number });
const changed = t.intersection([
  t.type({ "+": more }),
  t.partial({ "-": t.type({ a: t.array(t.string) }) }),
]);

/** An event of `subscribe_entities`, one of the three or several at once. */
export const entitiesEvent = t.partial({
  a: t.record(t.string, added),
  c: t.record(t.string, changed),
  r: t.array(t.string),
});

/** An event of `render_template`. */
export const rendered = t.type({
  result: t.unknown,
  listeners: t.type({
    all: t.boolean,
    entities: t.array(t.string),
    domains: t.array(t.string),
    time: t.boolean,
  }),
});

/** An event of `render_template` that says what went wrong. */
export const renderError = t.type({ error: t.string, level: t.string });

/** The result of `auth/current_user`. */
export const currentUser = t.type({
  id: t.string,
  name: t.string,
  is_owner: t.boolean,
  is_admin: t.boolean,
});

/** The result of `call_service`. */
export const called = t.type({
  context: t.type({ id: t.string, parent_id: t.null, user_id: t.string }),
});

/** The results of `config/…_registry/list`. */
export const areas = t.array(
  t.type({
    area_id: t.string,
    name: t.string,
    floor_id: nullable(t.string),
    temperature_entity_id: nullable(t.string),
    humidity_entity_id: nullable(t.string),
  }),
);
export const floors = t.array(
  t.type({ floor_id: t.string, name: t.string, level: nullable(t.number) }),
);
export const devices = t.array(
  t.type({
    id: t.string,
    name: nullable(t.string),
    name_by_user: nullable(t.string),
    area_id: nullable(t.string),
  }),
);

/** The result of `config/entity_registry/list_for_display`. */
export const displayed = t.type({
  entities: t.array(
    t.intersection([
      t.type({ ei: t.string, pl: t.string }),
      t.partial({
        en: t.string,
        ai: t.string,
        di: t.string,
        dp: t.number,
        hb: t.boolean,
        ec: t.number,
      }),
    ]),
  ),
});

/** The result of `history/history_during_period`. */
export const history = t.record(
  t.string,
  t.array(
    t.intersection([
      t.type({ s: t.string, lu: t.number }),
      t.partial({ a: attributes, lc: t.number }),
    ]),
  ),
);

/** What `/auth/token` gives for a code. */
export const tokens = t.type({
  access_token: t.string,
  token_type: t.literal("Bearer"),
  refresh_token: t.string,
  expires_in: t.number,
});

/** What `/auth/token` gives for a refresh token. */
export const refreshedTokens = t.type({
  access_token: t.string,
  token_type: t.literal("Bearer"),
  expires_in: t.number,
});
