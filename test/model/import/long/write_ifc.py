"""Writes buildings with IfcOpenShell into a folder, and what it makes of them as JSON on the standard output."""

import json
import sys
from math import cos, radians, sin
from pathlib import Path

import numpy as np

import ifcopenshell
import ifcopenshell.api.aggregate
import ifcopenshell.api.context
import ifcopenshell.api.feature
import ifcopenshell.api.geometry
import ifcopenshell.api.owner
import ifcopenshell.api.project
import ifcopenshell.api.root
import ifcopenshell.api.spatial
import ifcopenshell.api.type
import ifcopenshell.api.unit
import ifcopenshell.geom
from ifcopenshell.util.shape_builder import ShapeBuilder

api = ifcopenshell.api


def matrix(x, y, z, degrees=0.0):
    """A placement in metres, turned counterclockwise."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return np.array([[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, z], [0, 0, 0, 1]], dtype=float)


class House:
    """A house of two storeys, somewhere and turned by some degrees, in a unit of length."""

    def __init__(self, schema, unit, at, degrees):
        self.file = api.project.create_file(version=schema)
        if schema == "IFC2X3":
            # There each entity has an owner.
            person = api.owner.add_person(self.file)
            organisation = api.owner.add_organisation(self.file)
            user = api.owner.add_person_and_organisation(self.file, person=person, organisation=organisation)
            application = api.owner.add_application(self.file, application_developer=organisation)
            api.owner.settings.get_user = lambda file: user
            api.owner.settings.get_application = lambda file: application
        self.at = matrix(*at, degrees)
        root = api.root.create_entity
        project = root(self.file, ifc_class="IfcProject", name="Project")
        if unit == "FOOT":
            length = api.unit.add_conversion_based_unit(self.file, name="foot")
        else:
            length = api.unit.add_si_unit(self.file, unit_type="LENGTHUNIT", prefix=unit)
        api.unit.assign_unit(self.file, units=[length])
        self.scale = ifcopenshell.util.unit.calculate_unit_scale(self.file)
        model = api.context.add_context(self.file, context_type="Model")
        self.body = api.context.add_context(
            self.file, context_type="Model", context_identifier="Body", target_view="MODEL_VIEW", parent=model
        )
        site = root(self.file, ifc_class="IfcSite", name="Site")
        building = root(self.file, ifc_class="IfcBuilding", name="House")
        api.aggregate.assign_object(self.file, products=[site], relating_object=project)
        api.aggregate.assign_object(self.file, products=[building], relating_object=site)
        self.storeys = []
        for name, elevation in (("Erdgeschoß", 0.0), ("Étage", 2.8)):
            storey = root(self.file, ifc_class="IfcBuildingStorey", name=name)
            storey.Elevation = elevation / self.scale
            api.aggregate.assign_object(self.file, products=[storey], relating_object=building)
            api.geometry.edit_object_placement(self.file, product=storey, matrix=self.at @ matrix(0, 0, elevation))
            self.storeys.append(storey)
        for storey, elevation in zip(self.storeys, (0.0, 2.8)):
            self.furnish(storey, elevation)

    def product(self, ifc_class, name, place, storey, representation=None):
        """A product on a storey."""
        made = api.root.create_entity(self.file, ifc_class=ifc_class, name=name)
        api.geometry.edit_object_placement(self.file, product=made, matrix=self.at @ place)
        if representation is not None:
            api.geometry.assign_representation(self.file, product=made, representation=representation)
        if ifc_class == "IfcSpace":
            api.aggregate.assign_object(self.file, products=[made], relating_object=storey)
        elif storey is not None:
            api.spatial.assign_container(self.file, products=[made], relating_structure=storey)
        return made

    def extruded(self, corners, height):
        """An upright solid over corners in metres."""
        builder = ShapeBuilder(self.file)
        points = [(x / self.scale, y / self.scale) for x, y in corners]
        curve = builder.polyline(points, closed=True)
        solid = builder.extrude(curve, magnitude=height / self.scale)
        return builder.get_representation(self.body, [solid])

    def wall(self, storey, z, start, end, thickness, name):
        """A wall whose body lies to the left of a line."""
        length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
        degrees = float(np.degrees(np.arctan2(end[1] - start[1], end[0] - start[0])))
        shape = api.geometry.add_wall_representation(
            self.file, context=self.body, length=length, height=2.6, thickness=thickness
        )
        return self.product("IfcWall", name, matrix(*start, z, degrees), storey, shape), matrix(*start, z, degrees)

    def fill(self, wall, ifc_class, name, along, sill, width, height, storey):
        """A door or a window in a wall, with all of its panels."""
        host, place = wall
        there = place @ matrix(along, 0, sill)
        opening = self.product(
            "IfcOpeningElement", "Opening", there, None, self.extruded([(0, -1), (width, -1), (width, 1), (0, 1)], height)
        )
        api.feature.add_feature(self.file, feature=opening, element=host)
        make = api.geometry.add_door_representation if ifc_class == "IfcDoor" else api.geometry.add_window_representation
        shape = make(self.file, context=self.body, overall_width=width, overall_height=height)
        made = self.product(ifc_class, name, there, storey, shape)
        made.OverallWidth = width / self.scale
        made.OverallHeight = height / self.scale
        if ifc_class == "IfcDoor" and self.file.schema != "IFC2X3":
            made.OperationType = "SINGLE_SWING_LEFT"
        api.feature.add_filling(self.file, opening=opening, element=made)

    def furnish(self, storey, z):
        """Two rooms with what is in them."""
        south = self.wall(storey, z, (-0.2, -0.2), (7.3, -0.2), 0.2, "South")
        self.wall(storey, z, (-0.2, 3.0), (7.3, 3.0), 0.2, "North")
        self.wall(storey, z, (0.0, 0.0), (0.0, 3.0), 0.2, "West")
        self.wall(storey, z, (7.3, 0.0), (7.3, 3.0), 0.2, "East")
        between = self.wall(storey, z, (4.1, 0.0), (4.1, 3.0), 0.1, "Between")
        self.fill(south, "IfcWindow", "Window", 1.2, 0.9, 1.2, 1.2, storey)
        self.fill(between, "IfcDoor", "Door", 0.6, 0.0, 0.9, 2.0, storey)
        for number, name, corners in (
            ("1", "Küche", [(0, 0), (4, 0), (4, 3), (0, 3)]),
            ("2", None, [(4.1, 0), (7.1, 0), (7.1, 3), (4.1, 3)]),
        ):
            space = self.product("IfcSpace", number, matrix(0, 0, z), storey, self.extruded(corners, 2.5))
            space.LongName = name
        kind = api.root.create_entity(self.file, ifc_class="IfcFurnitureType", name="Sofa")
        mesh = api.geometry.add_mesh_representation(
            self.file,
            context=self.body,
            vertices=[[(0, 0, 0), (2, 0, 0), (2, 0.9, 0), (0, 0.9, 0), (0, 0, 0.8), (2, 0, 0.8), (2, 0.9, 0.8), (0, 0.9, 0.8)]],
            faces=[[(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]],
        )
        api.geometry.assign_representation(self.file, product=kind, representation=mesh)
        furniture = "IfcFurniture" if self.file.schema != "IFC2X3" else "IfcFurnishingElement"
        for x, y, degrees in ((0.5, 0.2, 0), (6.9, 0.5, 90)):
            made = self.product(furniture, "Sofa", matrix(x, y, z, degrees), storey)
            api.type.assign_type(self.file, related_objects=[made], relating_type=kind)
            api.geometry.edit_object_placement(self.file, product=made, matrix=self.at @ matrix(x, y, z, degrees))


def boxes(file):
    """The middle and the height of the lower edge of each piece, as IfcOpenShell sees them, in metres."""
    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    found = []
    for piece in file.by_type("IfcFurnishingElement"):
        vertices = np.array(ifcopenshell.geom.create_shape(settings, piece).geometry.verts).reshape(-1, 3)
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        found.append([float(each) for each in (*((low + high) / 2)[:2], low[2])])
    return found


def main():
    folder = Path(sys.argv[1])
    for at, (schema, unit, place, degrees) in enumerate(
        (
            ("IFC4", "MILLI", (0, 0, 0), 0),
            ("IFC2X3", None, (3, 4, 0), 30),
            ("IFC4X3", "FOOT", (0, 0, 0), -135),
        )
    ):
        house = House(schema, unit, place, degrees)
        path = folder / f"{at}.ifc"
        house.file.write(str(path))
        print(json.dumps({"schema": schema, "degrees": degrees, "pieces": boxes(house.file)}), flush=True)


main()
