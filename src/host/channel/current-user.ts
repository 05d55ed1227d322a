import * as t from "io-ts";
import { describe } from "../../model/codec.ts";

/** Takes what `auth/current_user` answers. */
export const currentUserCodec = t.readonly(
  t.intersection([
    t.type({ id: t.string, name: t.string, is_owner: t.boolean, is_admin: t.boolean }),
    t.partial({ level: describe("the only floor that pages show with this token", t.string) }),
  ]),
);
