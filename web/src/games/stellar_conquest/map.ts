import { stackOffsets } from '../../shell/board/stack.svelte.ts'
import type { Column, Fleet, Star } from './picture.ts'

/** Geometry of the drawing: flat-topped hexes with sides of 20 units. */
export const SIDE = 20
const WIDE = SIDE * 1.5
const HIGH = SIDE * Math.sqrt(3)

export interface Point {
  x: number
  y: number
}

/** Where each hex of the map lies. */
export function layout(columns: Column[]): Map<string, Point> {
  const found = new Map<string, Point>()
  const first = columns[0]?.at ?? 0
  for (const { at, hexes } of columns)
    hexes.forEach((hex, row) => found.set(hex, { x: WIDE * (at - first), y: HIGH * (row + (at % 2) / 2) }))
  return found
}

/** Room around the outermost hexes. */
const AROUND = 26

/** The part of the drawing that must be seen. */
export function frame(points: Iterable<Point>) {
  let [left, right, top, bottom] = [0, 0, 0, 0]
  for (const { x, y } of points) {
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return { x: left - AROUND, y: top - AROUND, width: right - left + 2 * AROUND, height: bottom - top + 2 * AROUND }
}

const CORNERS: [number, number][] = [[1, 0], [0.5, 1], [-0.5, 1], [-1, 0], [-0.5, -1], [0.5, -1]]
const corner = ({ x, y }: Point, nth: number): string => {
  const [dx, dy] = CORNERS[nth % 6] ?? [0, 0]
  return `${(x + dx * SIDE).toFixed(1)} ${(y + (dy * HIGH) / 2).toFixed(1)}`
}

/** Hexes as one path. */
export const hexes = (points: Iterable<Point>): string =>
  [...points].map((point) => `M${CORNERS.map((_, nth) => corner(point, nth)).join('L')}Z`).join('')

/** One hex around the origin. */
export const HEX = hexes([{ x: 0, y: 0 }])

/** The six neighbours, in the order of the edges between corners n and n + 1. */
const NEXT: [number, number][] = [[WIDE, HIGH / 2], [0, HIGH], [-WIDE, HIGH / 2], [-WIDE, -HIGH / 2], [0, -HIGH], [WIDE, -HIGH / 2]]

/** The border of a region as one path. */
export function border(region: Point[]): string {
  const key = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`
  const inside = new Set(region.map(({ x, y }) => key(x, y)))
  return region
    .flatMap((point) => NEXT.flatMap(([dx, dy], nth) => (inside.has(key(point.x + dx, point.y + dy)) ? [] : [`M${corner(point, nth)}L${corner(point, nth + 1)}`])))
    .join('')
}

export interface Spot extends Point {
  /** Behind others of its stack. */
  under: boolean
}

/** Where the stacks of different owners lie around a star: names below it stay free. */
const BESIDE: [number, number][] = [[-25, -13], [29, -13], [-25, -45], [29, -45]]

/** Between the stars a counter gives way to the names of stars above it. */
function aside(here: Point, suns: Point[]): [number, number] {
  const near = (value: number, wanted: number) => Math.abs(value - wanted) < 2
  for (const sun of suns) {
    const [dx, dy] = [here.x - sun.x, here.y - sun.y]
    if (near(dx, 0) && near(dy, HIGH)) return [0, 9]
    if (near(Math.abs(dx), WIDE) && near(dy, HIGH / 2)) return [dx > 0 ? 8 : -8, 3]
  }
  return [0, 0]
}

/** Has a star another one right below it, so that its name goes above? */
export const crowded = (here: Point, suns: Point[]): boolean =>
  suns.some((sun) => sun !== here && sun.y - here.y > 0 && Math.hypot(sun.x - here.x, sun.y - here.y) < HIGH + 2)

/** Where every counter lies; the stack `open` (hex and owner) is fanned out. */
export function layoutCounters(fleets: Fleet[], at: Map<string, Point>, stars: Star[], open: string | null): Map<number, Spot> {
  const bright = new Set(stars.map((star) => star.hex))
  const suns = stars.flatMap((star) => at.get(star.hex) ?? [])
  const stacks = new Map<string, Fleet[]>()
  for (const fleet of fleets) {
    if (fleet.hex === null) continue
    const key = `${fleet.hex}:${fleet.owner}`
    stacks.set(key, [...(stacks.get(key) ?? []), fleet])
  }
  const owners = new Map<string, string[]>()
  for (const key of [...stacks.keys()].sort()) {
    const hex = key.slice(0, key.indexOf(':'))
    owners.set(hex, [...(owners.get(hex) ?? []), key])
  }
  const found = new Map<number, Spot>()
  for (const [key, stack] of stacks) {
    const hex = key.slice(0, key.indexOf(':'))
    const here = at.get(hex)
    if (!here) continue
    const company = owners.get(hex) ?? []
    const alone = !bright.has(hex) && company.length === 1
    const [dx, dy] = alone ? aside(here, suns) : (BESIDE[company.indexOf(key)] ?? [0, 0])
    const way = dx > 0 && !alone ? 1 : -1
    const fanned = open === key
    const offsets = stackOffsets(stack.length, { fanned, way, closed: 3, apart: 33, row: 6, depth: 3 })
    // below a star's name a closed stack grows downwards
    const turned = alone && dy > 0 && !fanned ? -1 : 1
    stack.forEach((fleet, index) => {
      const offset = offsets[index]
      if (offset) found.set(fleet.token, { x: here.x + dx + offset.dx, y: here.y + dy + turned * offset.dy, under: offset.under })
    })
  }
  return found
}
