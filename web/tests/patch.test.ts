import { expect, test } from 'vitest'
import { patch } from '../src/shell/patch.ts'

const scene = () => ({ view: { lp: [4, 4], ships: { a: { at: 'x' }, b: { at: 'y' } } }, asked: [0] })

test('sets, removes and splices in order', () => {
  const after = patch(scene() as object, [
    [['view', 'lp', 1], 3],
    [['view', 'ships', 'a']],
    [['asked'], 0, 1, [1, 2]],
  ])
  expect(after).toEqual({ view: { lp: [4, 3], ships: { b: { at: 'y' } } }, asked: [1, 2] })
})

test('what did not change stays the same object', () => {
  const before = scene()
  const after = patch(before, [[['view', 'lp', 0], 0]])
  expect(after.view.ships).toBe(before.view.ships)
  expect(after.view).not.toBe(before.view)
  expect(before.view.lp).toEqual([4, 4])
})

test('an empty path replaces the whole', () => {
  expect(patch({ a: 1 } as object, [[[], { b: 2 }]])).toEqual({ b: 2 })
})

test('a removal without a path is refused', () => {
  expect(() => patch({ a: 1 }, [[[]]])).toThrow('must name what it removes')
})
