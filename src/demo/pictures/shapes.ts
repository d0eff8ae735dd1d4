/** An area to paint: where it lies, and how far a point is outside of it (negative inside), in pixels. */
export interface Shape {
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
  readonly distance: (x: number, y: number) => number;
}

export type Point = readonly [x: number, y: number];

/** A rectangle by its corner and size, with rounded corners. */
export function rect(x: number, y: number, width: number, height: number, radius = 0): Shape {
  const [cx, cy, hw, hh] = [x + width / 2, y + height / 2, width / 2 - radius, height / 2 - radius];
  return {
    box: [x, y, x + width, y + height],
    distance: (px, py) => {
      const [dx, dy] = [Math.abs(px - cx) - hw, Math.abs(py - cy) - hh];
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
    },
  };
}

export function circle(x: number, y: number, radius: number): Shape {
  return ellipse(x, y, radius, radius);
}

/** Exact for circles, close enough for ellipses. */
export function ellipse(x: number, y: number, rx: number, ry: number): Shape {
  return {
    box: [x - rx, y - ry, x + rx, y + ry],
    distance: (px, py) => (Math.hypot((px - x) / rx, (py - y) / ry) - 1) * Math.min(rx, ry),
  };
}

/** The outline of a shape, `width` wide, to both sides of its edge. */
export function outline({ box, distance }: Shape, width: number): Shape {
  const half = width / 2;
  return {
    box: [box[0] - half, box[1] - half, box[2] + half, box[3] + half],
    distance: (px, py) => Math.abs(distance(px, py)) - half,
  };
}

/** What at least one of the shapes covers. */
export function union(...shapes: readonly Shape[]): Shape {
  const edge = (side: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) => pick(...shapes.map(({ box }) => box[side]));
  return {
    box: [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)],
    distance: (px, py) => Math.min(...shapes.map(({ distance }) => distance(px, py))),
  };
}

/** A line through points, with round ends and corners. */
export function stroke(width: number, ...points: readonly Point[]): Shape {
  const radius = width / 2;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const pairs = points.slice(1).map((point, index) => [points[index] ?? point, point] as const);
  return {
    box: [Math.min(...xs) - radius, Math.min(...ys) - radius, Math.max(...xs) + radius, Math.max(...ys) + radius],
    distance: (px, py) => Math.min(...pairs.map(([from, to]) => toSegment(px, py, from, to))) - radius,
  };
}

/** The area within a closed line. */
export function polygon(...points: readonly Point[]): Shape {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const pairs = points.map((point, index) => [points.at(index - 1) ?? point, point] as const);
  return {
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    distance: (px, py) => {
      const away = Math.min(...pairs.map(([from, to]) => toSegment(px, py, from, to)));
      const crossings = pairs.filter(([[ax, ay], [bx, by]]) => ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax);
      return crossings.length % 2 === 1 ? -away : away;
    },
  };
}

function toSegment(px: number, py: number, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - along * dx, py - ay - along * dy);
}
