import assert from "node:assert/strict";

/** The instructions that the tests can carry out; others make a Dockerfile unreadable here. */
const instructions = [
  "FROM",
  "RUN",
  "COPY",
  "ENV",
  "USER",
  "WORKDIR",
  "VOLUME",
  "EXPOSE",
  "STOPSIGNAL",
  "HEALTHCHECK",
  "ENTRYPOINT",
  "CMD",
] as const;

type Name = (typeof instructions)[number];

/** One step of a Dockerfile. */
export interface Instruction {
  readonly name: Name;
  /** `--from=x` as `from`, `x`. */
  readonly options: ReadonlyMap<string, string>;
  readonly text: string;
}

const isName = (word: string): word is Name => instructions.some((name) => name === word);

/** The steps of a Dockerfile in their order (https://docs.docker.com/reference/dockerfile/); throws on one that is not known here. */
export const readDockerfile = (source: string): readonly Instruction[] =>
  source
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", flags = "", text = ""] =
        /^([A-Z]+)\s+((?:--[a-z-]+=\S+\s+)*)(.*)$/.exec(line) ?? [];
      assert(isName(name), `no instruction that is known here: ${line}`);
      const options = [...flags.matchAll(/--([a-z-]+)=(\S+)/g)].map(
        ([, option = "", value = ""]) => [option, value] as const,
      );
      return { name, options: new Map(options), text: text.trim() };
    });

/** The words of a command in its exec form, such as `["floorplan", "serve"]`; its shell form is refused. */
export const wordsOf = (text: string): readonly string[] => {
  const words: unknown = JSON.parse(text);
  assert(Array.isArray(words), text);
  return words.map(String);
};

/** The names and values of an `ENV`. */
export const variablesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\s+/).map((pair) => {
      const at = pair.indexOf("=");
      assert(at > 0, pair);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
