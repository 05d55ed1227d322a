import com.eteks.sweethome3d.io.ContentRecording;
import com.eteks.sweethome3d.io.HomeFileRecorder;
import com.eteks.sweethome3d.io.HomeXMLHandler;
import com.eteks.sweethome3d.model.Content;
import com.eteks.sweethome3d.model.Home;
import com.eteks.sweethome3d.model.HomeDoorOrWindow;
import com.eteks.sweethome3d.model.HomeFurnitureGroup;
import com.eteks.sweethome3d.model.HomeLight;
import com.eteks.sweethome3d.model.HomePieceOfFurniture;
import com.eteks.sweethome3d.model.Label;
import com.eteks.sweethome3d.model.Level;
import com.eteks.sweethome3d.model.Room;
import com.eteks.sweethome3d.model.Wall;
import com.eteks.sweethome3d.tools.URLContent;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;
import java.io.File;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.parsers.SAXParserFactory;

/**
 * Writes homes with Sweet Home 3D's own classes, and beside each what it has: FOLDER/NAME.sh3d and FOLDER/NAME.json.
 * They are the examples that the program comes with, and COUNT made by lot from SEED. Usage: Homes FOLDER SEED COUNT.
 */
public class Homes {
  private static final String[] EXAMPLES = {
    "1BedroomApartmentWithRoundWall", "2BedroomApartment", "2BedroomApartmentWithBowWindow",
    "2BedroomHouseWithBasement", "3BedroomApartment", "3BedroomHouseWithAttic",
    "3BedroomHouseWithMezzanine", "4BedroomHouse", "Studio",
  };

  private static final String[] LOST = {
    "cameras", "floorHeights", "heights", "hiddenFurniture", "lightSources", "mirrored", "nestedGroups", "notes",
    "shapes", "straightWalls", "tilted", "wallHeights",
  };

  private static final String RESOURCES = "com/eteks/sweethome3d/io/resources/examples/";

  private static URL resource(String name) {
    return Homes.class.getClassLoader().getResource(name);
  }

  private static Home example(String name) throws Exception {
    HomeXMLHandler handler = new HomeXMLHandler() {
      @Override
      protected Content parseContent(String element, Map<String, String> attributes, String attribute) {
        String value = attributes.get(attribute);
        URL url = value == null ? null : resource(value);
        return url == null ? null : new URLContent(url);
      }
    };
    try (InputStream in = resource(RESOURCES + name + ".xml").openStream()) {
      SAXParserFactory.newInstance().newSAXParser().parse(in, handler);
    }
    return handler.getHome();
  }

  // What a home has, as JSON in centimetres and radians.

  private static String quoted(String text) {
    return '"' + (text == null ? "" : text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }

  private static void openings(List<HomePieceOfFurniture> pieces, Level level, List<String> found) {
    for (HomePieceOfFurniture piece : pieces) {
      Level own = level == null ? piece.getLevel() : level;
      if (!piece.isVisible()) continue;
      if (piece instanceof HomeFurnitureGroup) openings(((HomeFurnitureGroup) piece).getFurniture(), own, found);
      else if (piece.isDoorOrWindow()) {
        found.add(String.format(
            java.util.Locale.ROOT,
            "{\"level\":%s,\"name\":%s,\"x\":%f,\"y\":%f,\"angle\":%f,\"width\":%f,\"depth\":%f,\"elevation\":%f,"
                + "\"height\":%f}",
            quoted(own == null ? "" : own.getName()), quoted(piece.getName()), piece.getX(), piece.getY(),
            piece.getAngle(), piece.getWidth(), piece.getDepth(), piece.getElevation(), piece.getHeight()));
      }
    }
  }

  private static void heights(List<HomePieceOfFurniture> pieces, List<String> found) {
    for (HomePieceOfFurniture piece : pieces) {
      if (piece instanceof HomeFurnitureGroup) heights(((HomeFurnitureGroup) piece).getFurniture(), found);
      else if (piece.isVisible() && !piece.isDoorOrWindow()) {
        found.add(String.format(
            java.util.Locale.ROOT, "{\"x\":%f,\"y\":%f,\"elevation\":%f,\"height\":%f}", piece.getX(), piece.getY(),
            piece.getElevation(), piece.getHeight()));
      }
    }
  }

  private static String levels(Home home) {
    List<String> found = new ArrayList<>();
    for (Level level : home.getLevels())
      found.add(String.format(
          java.util.Locale.ROOT, "{\"name\":%s,\"elevation\":%f,\"height\":%f,\"thickness\":%f}",
          quoted(level.getName()), level.getElevation(), level.getHeight(), level.getFloorThickness()));
    return String.join(",", found);
  }

  /** The walls with the heights of their ends; round ones are left out. */
  private static String walls(Home home) {
    List<String> found = new ArrayList<>();
    for (Wall wall : home.getWalls()) {
      if (wall.getArcExtent() != null && wall.getArcExtent() != 0) continue;
      float height = wall.getHeight() == null ? home.getWallHeight() : wall.getHeight();
      found.add(String.format(
          java.util.Locale.ROOT,
          "{\"level\":%s,\"from\":[%f,%f],\"to\":[%f,%f],\"thickness\":%f,\"heights\":[%f,%f]}",
          quoted(wall.getLevel() == null ? "" : wall.getLevel().getName()), wall.getXStart(), wall.getYStart(),
          wall.getXEnd(), wall.getYEnd(), wall.getThickness(), height,
          wall.getHeightAtEnd() == null ? height : wall.getHeightAtEnd()));
    }
    return String.join(",", found);
  }

  // What plans have no place for, by the kinds of the import's losses.

  private static void count(Map<String, Integer> found, String kind, int more) {
    found.merge(kind, more, Integer::sum);
  }

  private static void lostOfPieces(List<HomePieceOfFurniture> pieces, boolean isGroup, Map<String, Integer> found) {
    for (HomePieceOfFurniture piece : pieces) {
      if (piece instanceof HomeFurnitureGroup) {
        if (isGroup) count(found, "nestedGroups", 1);
        lostOfPieces(((HomeFurnitureGroup) piece).getFurniture(), true, found);
        continue;
      }
      if (!piece.isVisible()) count(found, "hiddenFurniture", 1);
      if (piece.isModelMirrored() && !piece.isDoorOrWindow()) count(found, "mirrored", 1);
      if (piece.getPitch() != 0 || piece.getRoll() != 0) count(found, "tilted", 1);
      if (piece.getPrice() != null || piece.getDescription() != null) count(found, "notes", 1);
      // A plan has no sill below the floor.
      if (piece.isDoorOrWindow() && piece.isVisible() && piece.getElevation() < 0) count(found, "heights", 1);
      if (piece instanceof HomeLight) count(found, "lightSources", ((HomeLight) piece).getLightSources().length);
    }
  }

  private static String lost(Home home) {
    Map<String, Integer> found = new TreeMap<>();
    for (String kind : LOST) found.put(kind, 0);
    count(found, "shapes", home.getPolylines().size());
    count(found, "cameras", home.getStoredCameras().size());
    for (Label label : home.getLabels()) if (label.getElevation() != 0) count(found, "heights", 1);
    for (Wall wall : home.getWalls()) {
      if (wall.getArcExtent() != null && Math.abs(wall.getArcExtent()) > 0.01) count(found, "straightWalls", 1);
    }
    lostOfPieces(home.getFurniture(), false, found);
    List<String> counts = new ArrayList<>();
    found.forEach((kind, count) -> counts.add(quoted(kind) + ":" + count));
    return "{" + String.join(",", counts) + "}";
  }

  private static String told(Home home) {
    List<String> rooms = new ArrayList<>();
    for (Room room : home.getRooms()) {
      List<String> points = new ArrayList<>();
      for (float[] point : room.getPoints())
        points.add(String.format(java.util.Locale.ROOT, "[%f,%f]", point[0], point[1]));
      rooms.add(String.format(
          java.util.Locale.ROOT, "{\"name\":%s,\"area\":%f,\"points\":[%s]}", quoted(room.getName()), room.getArea(),
          String.join(",", points)));
    }
    List<String> found = new ArrayList<>();
    openings(home.getFurniture(), null, found);
    List<String> pieces = new ArrayList<>();
    heights(home.getFurniture(), pieces);
    return "{\"rooms\":[" + String.join(",", rooms) + "],\"openings\":[" + String.join(",", found)
        + "],\"pieces\":[" + String.join(",", pieces) + "],\"levels\":[" + levels(home) + "],\"walls\":[" + walls(home)
        + "],\"losses\":" + lost(home) + "}";
  }

  private static void write(Home home, File folder, String name) throws Exception {
    File file = new File(folder, name + ".sh3d");
    // Models stay where they are: the import leaves them out.
    new HomeFileRecorder(1, true, null, false, true).writeHome(home, file.getPath());
    Files.write(new File(folder, name + ".json").toPath(), told(home).getBytes(StandardCharsets.UTF_8));
  }

  // Homes by lot.

  private final Random random;
  private final Home home = new Home();
  private final List<HomeDoorOrWindow> doors = new ArrayList<>();
  private final List<HomePieceOfFurniture> pieces = new ArrayList<>();
  private final float turn;

  private Homes(long seed, Home catalogue) {
    random = new Random(seed);
    turn = random.nextInt(3) == 0 ? random.nextFloat() * 1.4f : 0;
    for (HomePieceOfFurniture piece : catalogue.getFurniture()) {
      if (piece instanceof HomeDoorOrWindow) doors.add((HomeDoorOrWindow) piece);
      else if (!(piece instanceof HomeFurnitureGroup)) pieces.add(piece);
    }
  }

  private float between(float least, float most) {
    return least + random.nextFloat() * (most - least);
  }

  private float oneOf(float... values) {
    return values[random.nextInt(values.length)];
  }

  private float[] turned(float x, float y) {
    return new float[] {
      (float) (x * Math.cos(turn) - y * Math.sin(turn)), (float) (x * Math.sin(turn) + y * Math.cos(turn))
    };
  }

  private Wall wall(Level level, float x1, float y1, float x2, float y2, float thickness) {
    float[] start = turned(x1, y1);
    float[] end = turned(x2, y2);
    Wall wall = new Wall(start[0], start[1], end[0], end[1], thickness, 250);
    home.addWall(wall);
    wall.setLevel(level);
    int kind = random.nextInt(8);
    if (kind == 0) wall.setHeight(110f);
    if (kind == 1) wall.setHeightAtEnd(120f);
    return wall;
  }

  private static void join(Wall one, Wall other) {
    one.setWallAtEnd(other);
    other.setWallAtStart(one);
  }

  /** A door or a window in a wall, somewhere between two parts of its length. */
  private void opening(Level level, Wall wall, float from, float to) {
    HomeDoorOrWindow opening = (HomeDoorOrWindow) doors.get(random.nextInt(doors.size())).duplicate();
    float part = between(from, to);
    opening.setX(wall.getXStart() + (wall.getXEnd() - wall.getXStart()) * part);
    opening.setY(wall.getYStart() + (wall.getYEnd() - wall.getYStart()) * part);
    double angle = Math.atan2(wall.getYEnd() - wall.getYStart(), wall.getXEnd() - wall.getXStart());
    opening.setAngle((float) (angle + (random.nextBoolean() ? Math.PI : 0)));
    opening.setWidth(between(60, 90));
    opening.setDepth(wall.getThickness());
    home.addPieceOfFurniture(opening);
    opening.setLevel(level);
    opening.setBoundToWall(true);
  }

  /** The rooms that closed walls make, as the program itself finds them: the holes in the area of all walls. */
  private void rooms(Level level, List<Wall> walls) {
    Area area = new Area();
    for (Wall wall : walls) {
      float[][] points = wall.getPoints();
      Path2D path = new Path2D.Float();
      path.moveTo(points[0][0], points[0][1]);
      for (int i = 1; i < points.length; i++) path.lineTo(points[i][0], points[i][1]);
      path.closePath();
      area.add(new Area(path));
    }
    Area filled = new Area();
    List<List<float[]>> outlines = new ArrayList<>();
    List<float[]> outline = new ArrayList<>();
    float[] at = new float[6];
    for (PathIterator it = area.getPathIterator(null); !it.isDone(); it.next()) {
      if (it.currentSegment(at) == PathIterator.SEG_CLOSE) {
        outlines.add(outline);
        outline = new ArrayList<>();
      } else outline.add(new float[] {at[0], at[1]});
    }
    for (List<float[]> each : outlines) {
      Room room = new Room(each.toArray(new float[0][]));
      float[] middle = {room.getXCenter(), room.getYCenter()};
      boolean isHole = room.getArea() > 2000 && !area.contains(middle[0], middle[1]) && room.isClockwise() != outer(outlines).isClockwise();
      if (!isHole) continue;
      if (random.nextInt(6) > 0) room.setName("Room " + random.nextInt(100));
      home.addRoom(room);
      room.setLevel(level);
    }
  }

  private static Room outer(List<List<float[]>> outlines) {
    Room largest = null;
    for (List<float[]> each : outlines) {
      Room room = new Room(each.toArray(new float[0][]));
      if (largest == null || room.getArea() > largest.getArea()) largest = room;
    }
    return largest;
  }

  private void freeRoom(Level level, String name, float... corners) {
    float[][] points = new float[corners.length / 2][];
    for (int i = 0; i < points.length; i++) points[i] = turned(corners[2 * i], corners[2 * i + 1]);
    Room room = new Room(points);
    room.setName(name);
    home.addRoom(room);
    room.setLevel(level);
  }

  private void floor(Level level) {
    float width = between(700, 1400), depth = between(500, 1000);
    float outer = oneOf(20, 24, 26, 30, 36.5f), inner = oneOf(7.5f, 10, 11.5f, 14);
    List<Wall> walls = new ArrayList<>();
    Wall north = wall(level, 0, 0, width, 0, outer), east = wall(level, width, 0, width, depth, oneOf(outer, 16));
    Wall south = wall(level, width, depth, 0, depth, outer), west = wall(level, 0, depth, 0, 0, outer);
    join(north, east);
    join(east, south);
    join(south, west);
    join(west, north);
    if (random.nextInt(3) == 0) east.setArcExtent(between(0.4f, 1.2f));
    walls.addAll(List.of(north, east, south, west));
    float middle = width * between(0.35f, 0.6f), across = depth * between(0.4f, 0.6f);
    Wall partition = wall(level, middle, 0, middle, depth, inner);
    Wall second = wall(level, 0, across, middle, across, oneOf(inner, 20));
    walls.addAll(List.of(partition, second));
    if (random.nextBoolean()) walls.add(wall(level, middle, across, middle + between(80, 150), across, inner));
    opening(level, north, 0.05f, 0.25f);
    opening(level, south, 0.1f, 0.25f);
    opening(level, west, 0.1f, 0.3f);
    opening(level, partition, 0.1f, 0.25f);
    opening(level, second, 0.4f, 0.6f);
    rooms(level, walls);
    // A terrace without walls beside the house, one drawn by hand, and a half-wall that stands alone.
    float edge = depth + outer / 2;
    if (random.nextBoolean()) freeRoom(level, "Terrace", 0, edge, width, edge, width, edge + 300, 0, edge + 300);
    if (random.nextBoolean()) {
      float x = -600, y = between(0, 200);
      freeRoom(level, "Drawn", x, y, x + between(200, 300), y + between(0, 40), x + 320, y + 300, x + 20, y + 260);
      Wall alone = wall(level, x, y + 500, x + 400, y + 500, 12);
      alone.setHeight(100f);
      opening(level, alone, 0.4f, 0.6f);
    }
  }

  private void furnish(Level level) {
    List<HomePieceOfFurniture> group = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      HomePieceOfFurniture piece = (HomePieceOfFurniture) pieces.get(random.nextInt(pieces.size())).duplicate();
      piece.setX(between(0, 700));
      piece.setY(between(0, 500));
      piece.setAngle(between(0, 6));
      piece.setModelMirrored(piece.isResizable() && random.nextInt(4) == 0);
      piece.setVisible(random.nextInt(6) > 0);
      if (piece.isHorizontallyRotatable() && random.nextInt(4) == 0) piece.setPitch(between(0.1f, 0.5f));
      if (random.nextInt(4) == 0) piece.setElevation(between(10, 90));
      if (random.nextInt(4) == 0) piece.setDescription("Described");
      if (i < 3) {
        home.addPieceOfFurniture(piece);
        piece.setLevel(level);
      } else group.add(piece);
    }
    HomeFurnitureGroup made = new HomeFurnitureGroup(group, "Group");
    home.addPieceOfFurniture(made);
    made.setLevel(level);
  }

  private Home made() {
    int levels = random.nextInt(3);
    if (levels == 0) floor(null);
    for (int i = 0; i < levels; i++) {
      Level level = new Level("Level " + i, i * 262, 12, 250);
      home.addLevel(level);
      floor(level);
      furnish(level);
    }
    return home;
  }

  public static void main(String[] args) throws Exception {
    File folder = new File(args[0]);
    for (String name : EXAMPLES) write(example(name), folder, name);
    Home catalogue = example("3BedroomApartment");
    for (int i = 0; i < Integer.parseInt(args[2]); i++)
      write(new Homes(Long.parseLong(args[1]) + i, catalogue).made(), folder, "home-" + i);
  }
}
