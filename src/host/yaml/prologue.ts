import { YamlProblem } from "./problem.ts";
import type { TokenStream } from "./token-stream.ts";

/** What the handles of tags, `!` and `!!` among them, stand for. */
export type TagHandles = ReadonlyMap<string, string>;

const defaultHandles: TagHandles = new Map([
  ["!", "!"],
  ["!!", "tag:yaml.org,2002:"],
]);

/** How a document starts: with directives and `---`, or without. */
export type DocumentStart = { readonly explicit: boolean; readonly handles: TagHandles };

/** Reads up to where the root node starts; nothing where the text holds no document. */
export const readDocumentStart = (stream: TokenStream): DocumentStart | undefined => {
  if (stream.is("streamEnd")) return undefined;
  if (!stream.is("directive", "documentStart")) return { explicit: false, handles: defaultHandles };
  const handles = readDirectives(stream);
  stream.expect("documentStart", '"---" after a directive');
  return { explicit: true, handles };
};

const readDirectives = (stream: TokenStream): TagHandles => {
  const handles = new Map<string, string>();
  let hasVersion = false;
  while (stream.is("directive")) {
    const { value: name, start, handle = "!", argument = "" } = stream.take();
    if (name === "YAML") {
      if (hasVersion) throw new YamlProblem("%YAML is given twice", start);
      if (Number(argument) !== 1) throw new YamlProblem("only YAML 1.x is read", start);
      hasVersion = true;
    } else if (name === "TAG") {
      if (handles.has(handle)) throw new YamlProblem(`%TAG ${handle} is given twice`, start);
      handles.set(handle, argument);
    }
  }
  return new Map([...defaultHandles, ...handles]);
};

/** An anchor and a tag before a node. */
export type Properties = {
  readonly anchor: string | undefined;
  /** With its handle resolved; the lone `!` is `!`. */
  readonly tag: string | undefined;
  /** The same for a list or mapping, for which the lone `!` is as good as none. */
  readonly collectionTag: string | undefined;
  /** Where the node starts, its properties included. */
  readonly offset: number;
};

/** Reads an anchor and a tag, in either order, where they stand. */
export const readProperties = (stream: TokenStream, handles: TagHandles): Properties => {
  const { offset } = stream;
  let anchor = readAnchor(stream);
  const tag = readTag(stream, handles);
  if (anchor === undefined && tag !== undefined) anchor = readAnchor(stream);
  return { anchor, tag, collectionTag: tag === "!" ? undefined : tag, offset };
};

const readAnchor = (stream: TokenStream): string | undefined =>
  stream.is("anchor") ? stream.take().value : undefined;

const readTag = (stream: TokenStream, handles: TagHandles): string | undefined => {
  if (!stream.is("tag")) return undefined;
  const { handle, value, start } = stream.take();
  if (handle === undefined) return value;
  const prefix = handles.get(handle);
  if (prefix === undefined)
    throw new YamlProblem(`the tag handle ${handle} is not declared`, start);
  return prefix + value;
};
