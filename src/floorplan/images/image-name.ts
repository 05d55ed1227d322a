/** File types that a tracing image may have, with their media types. */
export const imageTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  svg: "image/svg+xml",
} as const;

/** An extension in lower case. */
export type ImageExtension = keyof typeof imageTypes;

/** Which image: of a floor, of a type, and for a superseded or numbered one its version. */
export interface ImageName {
  readonly level: string;
  readonly extension: ImageExtension;
  /** Milliseconds since 1970 of its upload; undefined at the plain path, where the newest is. */
  readonly version: number | undefined;
}

const levelRule = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a text can be the id of a floor in a file's name. */
export const isLevel = (text: string): boolean => levelRule.test(text);

const isExtension = (text: string): text is ImageExtension => Object.hasOwn(imageTypes, text);

/** The type that a file's name claims, in upper or lower case; undefined where it is none of ours. */
export const extensionOf = (fileName: string): ImageExtension | undefined => {
  const extension = /\.([A-Za-z]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return extension !== undefined && isExtension(extension) ? extension : undefined;
};

/** `bg_<level>.<ext>` for the newest, `bg_<level>.<version>.<ext>` for a numbered one. */
export const imageFile = ({ level, extension, version }: ImageName): string =>
  `bg_${level}.${version === undefined ? "" : `${version}.`}${extension}`;

const fileRule = /^bg_([A-Za-z0-9_-]{1,64})\.(?:(0|[1-9]\d{0,14})\.)?(png|jpg|jpeg|webp|svg)$/;

/** What a file's name says, or undefined: then the file is no image of ours, and is left alone. */
export const parseImageFile = (file: string): ImageName | undefined => {
  const match = fileRule.exec(file);
  const level = match?.[1];
  const extension = match?.[3];
  if (level === undefined || extension === undefined || !isExtension(extension)) return undefined;
  const version = match?.[2];
  return { level, extension, version: version === undefined ? undefined : Number(version) };
};

/** The URL that a plan refers to. */
export const imageUrl = (domain: string, { version, ...name }: ImageName): string =>
  `/local/${domain}/${imageFile({ ...name, version: undefined })}?v=${version}`;
