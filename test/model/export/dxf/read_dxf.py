"""Reads DXF files with ezdxf: a path a line on the standard input, a JSON a line on the standard output."""

import json
import sys

import ezdxf


def points_of(entity):
    if entity.dxftype() == "LWPOLYLINE":
        return [[x, y] for x, y in entity.get_points("xy")]
    if entity.dxftype() == "LINE":
        return [list(entity.dxf.start)[:2], list(entity.dxf.end)[:2]]
    if entity.dxftype() == "ARC":
        return [list(entity.start_point)[:2], list(entity.end_point)[:2]]
    if entity.dxftype() == "DIMENSION":
        return [list(entity.dxf.defpoint2)[:2], list(entity.dxf.defpoint3)[:2]]
    return [list(entity.dxf.insert)[:2]]


def told(entity):
    kind = entity.dxftype()
    return {
        "type": kind,
        "layer": entity.dxf.layer,
        "points": points_of(entity),
        "isClosed": kind == "LWPOLYLINE" and bool(entity.closed),
        "text": entity.plain_text() if kind == "MTEXT" else "",
        "block": entity.dxf.name if kind == "INSERT" else "",
        "rotation": entity.dxf.rotation if kind == "INSERT" else 0,
        "centre": list(entity.dxf.center)[:2] if kind == "ARC" else [],
        "length": entity.get_measurement() if kind == "DIMENSION" else 0,
    }


for line in sys.stdin:
    document = ezdxf.readfile(line.rstrip("\n"))
    audit = document.audit()
    print(
        json.dumps(
            {
                "version": document.dxfversion,
                "units": document.units,
                "problems": [each.message for each in audit.errors + audit.fixes],
                "layers": [layer.dxf.name for layer in document.layers],
                "blocks": {
                    block.name: [points_of(each) for each in block]
                    for block in document.blocks
                    if not block.name.startswith("*")
                },
                "entities": [told(each) for each in document.modelspace()],
            }
        )
    )
