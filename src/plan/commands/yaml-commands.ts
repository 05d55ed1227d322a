import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import type * as t from "io-ts";
import { guardCodec, type JsonSchema, strictObject } from "../../model/codec.ts";
import {
  type Answer,
  type Command,
  type CommandError,
  value,
} from "../../server/websocket/command.ts";
import type { HomeYaml } from "../../server/yaml/service.ts";
import type { YamlError } from "../../server/yaml/types.ts";
import type { ValueKind } from "../raw-json/json-cursor.ts";
import { RawJson, readRaw } from "../raw-json/raw-json.ts";
import { dumpedCodec, parsedCodec } from "../plan-codecs.ts";
import { planCommand, type PlanCommandHost, planCommandShape } from "./plan-command.ts";

interface YamlDependencies extends PlanCommandHost {
  readonly yaml: HomeYaml;
}

const rawOf = (
  name: string,
  schema: JsonSchema,
  ...kinds: readonly ValueKind[]
): t.Type<RawJson, unknown> =>
  guardCodec(
    name,
    (raw): raw is RawJson => raw instanceof RawJson && kinds.includes(raw.kind),
    schema,
  );

const textCodec = rawOf("string", { type: "string", description: "YAML" }, "string");
const dataCodec = rawOf("list or object", { type: ["array", "object"] }, "list", "object");

/** Does the work with a field's JSON unless that is too long to be read. */
const answer = <A, Result>(
  { yaml }: YamlDependencies,
  field: RawJson,
  work: (json: string) => TE.TaskEither<YamlError, A>,
  answerOf: (given: A) => Answer<Result>,
): TE.TaskEither<CommandError, Answer<Result>> => {
  const refused = yaml.refusal(field.bytes);
  return pipe(
    refused === undefined ? work(field.text) : TE.left(refused),
    TE.bimap(
      ({ kind, message }) => ({
        code: kind === "invalid" ? "invalid_yaml" : "overloaded",
        message,
      }),
      answerOf,
    ),
  );
};

/** `{data}` around JSON that already is text. */
const answerWithData = ({
  buffer,
  byteOffset,
  length,
}: Uint8Array<ArrayBuffer>): Answer<never> => ({
  kind: "json",
  json: [Buffer.from('{"data":'), Buffer.from(buffer, byteOffset, length), Buffer.from("}")],
});

const yamlParseShape = planCommandShape({
  name: "yaml/parse",
  admin: true,
  about: {
    summary: "reads YAML as the host reads it",
    result: parsedCodec,
    errors: ["invalid_yaml", "overloaded"],
  },
  fields: strictObject({ text: textCodec }, {}),
});

/** `yaml/parse`: YAML as data, read as the host reads it. */
const yamlParse = (dependencies: YamlDependencies): Command =>
  planCommand(dependencies, {
    ...yamlParseShape,
    readers: { text: readRaw },
    run: ({ text }, _actor, { user }) => {
      const parse = (json: string) => dependencies.yaml.parse(String(JSON.parse(json)), user.id);
      return answer(dependencies, text, parse, answerWithData);
    },
  });

const yamlDumpShape = planCommandShape({
  name: "yaml/dump",
  admin: true,
  about: {
    summary: "writes data as block-style YAML, as the host writes it",
    result: dumpedCodec,
    errors: ["invalid_yaml", "overloaded"],
  },
  fields: strictObject({ data: dataCodec }, {}),
});

/** `yaml/dump`: data as block-style YAML, as the host writes it; the worker parses it too. */
const yamlDump = (dependencies: YamlDependencies): Command =>
  planCommand(dependencies, {
    ...yamlDumpShape,
    readers: { data: readRaw },
    run: ({ data }, _actor, { user }) => {
      const dump = (json: string) => dependencies.yaml.dump(json, user.id);
      return answer(dependencies, data, dump, (text) => value({ text }));
    },
  });

/** The commands that read and write YAML. */
export const yamlCommands = (dependencies: YamlDependencies): readonly Command[] => [
  yamlParse(dependencies),
  yamlDump(dependencies),
];
