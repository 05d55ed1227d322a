import type { JsonObject } from "../../json.ts";
import type { FloorMaterial } from "../../kinds/floor-materials.ts";
import type { Material } from "../../solids/material.ts";

/** How a material looks: its colour, how rough it is from 0 to 1, and what else it has. */
interface Look {
  /** As `#rrggbb`. */
  readonly colour: string;
  readonly roughness: number;
  /** From 0, as of all but metals, to 1. */
  readonly metallic?: number;
  /** From 0, which is clear, to 1; everything but glass is opaque. */
  readonly opacity?: number;
  readonly isGlowing?: boolean;
}

const looks: Readonly<Record<Material, Look>> = {
  wall: { colour: "#efece6", roughness: 0.9 },
  ceiling: { colour: "#f7f6f3", roughness: 0.95 },
  wood: { colour: "#c19a6b", roughness: 0.6 },
  dark_wood: { colour: "#6f4e37", roughness: 0.6 },
  lacquer: { colour: "#f2f0ec", roughness: 0.35 },
  fabric: { colour: "#7d8897", roughness: 0.95 },
  cushion: { colour: "#b6a58f", roughness: 0.95 },
  linen: { colour: "#ebe7df", roughness: 0.95 },
  carpet: { colour: "#a3968a", roughness: 1 },
  metal: { colour: "#b8bcc0", roughness: 0.35, metallic: 1 },
  dark_metal: { colour: "#4a4d52", roughness: 0.45, metallic: 1 },
  glass: { colour: "#cfe4ea", roughness: 0.05, opacity: 0.25 },
  mirror: { colour: "#dfe6e8", roughness: 0.02, metallic: 1 },
  screen: { colour: "#16181b", roughness: 0.15 },
  ceramic: { colour: "#f4f4f2", roughness: 0.2 },
  stone: { colour: "#9a968f", roughness: 0.75 },
  brick: { colour: "#9c5a43", roughness: 0.9 },
  plastic_white: { colour: "#f0f0ee", roughness: 0.4 },
  plastic_black: { colour: "#26282b", roughness: 0.4 },
  paper: { colour: "#c8b89a", roughness: 0.9 },
  felt: { colour: "#2f6b47", roughness: 1 },
  leaves: { colour: "#4f7d42", roughness: 0.85 },
  flowers: { colour: "#c65b7c", roughness: 0.85 },
  soil: { colour: "#4d3b2c", roughness: 1 },
  sand: { colour: "#d8c79c", roughness: 1 },
  water: { colour: "#6fb3c8", roughness: 0.05, opacity: 0.6 },
  paint: { colour: "#9d3b35", roughness: 0.3 },
  light: { colour: "#fff3d6", roughness: 0.5, isGlowing: true },
};

const floorLooks: Readonly<Record<FloorMaterial, Look>> = {
  boards: { colour: "#c8a577", roughness: 0.55 },
  parquet: { colour: "#b98d5a", roughness: 0.5 },
  tiles: { colour: "#dcdad4", roughness: 0.3 },
  stone: { colour: "#a8a39a", roughness: 0.5 },
  concrete: { colour: "#9b9b99", roughness: 0.85 },
  carpet: { colour: "#a39a92", roughness: 1 },
  lawn: { colour: "#6c9a4d", roughness: 1 },
  decking: { colour: "#8f6f50", roughness: 0.75 },
  paving: { colour: "#b0aca4", roughness: 0.85 },
  plain: { colour: "#e3dfd7", roughness: 0.8 },
};

/** The part of a colour as light: linear from 0 to 1, by IEC 61966-2-1. */
const linear = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255;
  const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  return Math.round(light * 1e4) / 1e4;
};

/** What a surface is made of: a material of bodies, or one of floors. */
export type Surface =
  | { readonly of: "body"; readonly material: Material }
  | { readonly of: "floor"; readonly material: FloorMaterial };

/** The name of a surface, as its material has it in a file. */
export const surfaceName = ({ of, material }: Surface): string =>
  of === "body" ? material : `floor_${material}`;

/** A surface as a material of glTF. */
export const gltfMaterial = (surface: Surface): JsonObject => {
  const {
    colour,
    roughness,
    metallic = 0,
    opacity = 1,
    isGlowing = false,
  } = surface.of === "body" ? looks[surface.material] : floorLooks[surface.material];
  const [red, green, blue] = [1, 3, 5].map((at) => linear(colour.slice(at, at + 2)));
  const rgb = [red ?? 0, green ?? 0, blue ?? 0];
  return {
    name: surfaceName(surface),
    pbrMetallicRoughness: {
      baseColorFactor: [...rgb, opacity],
      metallicFactor: metallic,
      roughnessFactor: roughness,
    },
    ...(opacity < 1 ? { alphaMode: "BLEND" } : {}),
    ...(isGlowing ? { emissiveFactor: rgb } : {}),
  };
};
