import type { BoardProps } from '../../games/module.ts'

/** What an element of a board needs of the board's props. */
export type BoardActions = Pick<BoardProps<unknown>, 'offers' | 'onSelect' | 'onHover' | 'onInspect'>

export interface TargetOptions {
  /** Runs instead of `onSelect`, e.g. to fan a stack out first. */
  select?: (at: Element) => void
  /** Runs in addition to `onHover`. `touch` is a finger, which cannot hover. */
  enter?: (at: Element, touch: boolean) => void
  leave?: (touch: boolean) => void
  /** Arrow keys of `steer` go from place to place. */
  place?: string
}

const LONG_PRESS_MS = 450
/** Movement in pixels after which a press is a drag. */
const SLOP = 4
let pressing: ReturnType<typeof setTimeout> | undefined
let inspected = false

function focusVisible(node: Element): boolean {
  try {
    return node.matches(':focus-visible')
  } catch {
    return true
  }
}

/** What can be done with the keys, as the end of an accessible name. */
export function spokenChoices({ offers }: Pick<BoardActions, 'offers'>, keys: string[]): string {
  const labels = keys.flatMap((key) => offers.choices(key).map((choice) => choice.label))
  if (labels.length > 0) return `. Can: ${labels.join('; ')}.`
  return keys.some((key) => offers.denied(key).length > 0) ? '. Cannot be chosen now.' : ''
}

/** How an element of these keys looks: offered glows, denied explains why not, everything else rests. */
export function moodOf({ offers }: Pick<BoardActions, 'offers'>, ...keys: string[]): 'rest' | 'offered' | 'denied' {
  if (keys.some((key) => offers.choices(key).length > 0)) return 'offered'
  return keys.some((key) => offers.denied(key).length > 0) ? 'denied' : 'rest'
}

/**
 * The attributes of an element that stands for one or several targets: spread them on a `<g>` or a `<button>`.
 * Click, tap, Enter and Space select; hover and focus explain; a long press explains even what could be selected.
 */
export function target(of: string | string[], name: string, actions: BoardActions, options: TargetOptions = {}) {
  const keys = [of].flat()
  const [key = ''] = keys
  const mood = moodOf(actions, ...keys)
  const select = (at: Element) => (options.select ? options.select(at) : actions.onSelect(keys, at))
  const stop = () => clearTimeout(pressing)
  return {
    role: 'button',
    'data-key': key,
    ...(options.place === undefined ? {} : { 'data-place': options.place }),
    tabindex: mood === 'rest' ? -1 : 0,
    'aria-label': `${name}${spokenChoices(actions, keys)}`,
    'aria-disabled': mood !== 'offered',
    onclick: (event: MouseEvent & { currentTarget: Element }) => {
      stop()
      if (inspected) inspected = false
      else select(event.currentTarget)
    },
    onkeydown: (event: KeyboardEvent & { currentTarget: Element }) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      select(event.currentTarget)
    },
    onpointerdown: (event: PointerEvent & { currentTarget: Element }) => {
      inspected = false
      if (event.pointerType !== 'touch') return
      const node = event.currentTarget
      stop()
      pressing = setTimeout(() => {
        inspected = true
        actions.onInspect(key, node)
      }, LONG_PRESS_MS)
    },
    onpointermove: (event: PointerEvent) => {
      if (Math.hypot(event.movementX, event.movementY) > SLOP) stop()
    },
    onpointerup: stop,
    onpointercancel: stop,
    oncontextmenu: (event: MouseEvent) => inspected && event.preventDefault(),
    onpointerenter: (event: PointerEvent & { currentTarget: Element }) => {
      const touch = event.pointerType === 'touch'
      options.enter?.(event.currentTarget, touch)
      if (!touch) actions.onHover(key, event.currentTarget)
    },
    onpointerleave: (event: PointerEvent) => {
      stop()
      options.leave?.(event.pointerType === 'touch')
      actions.onHover(null)
    },
    onfocus: (event: FocusEvent & { currentTarget: Element }) => {
      if (!focusVisible(event.currentTarget)) return
      options.enter?.(event.currentTarget, false)
      actions.onHover(key, event.currentTarget)
    },
    onblur: () => {
      options.leave?.(false)
      actions.onHover(null)
    },
  }
}
