import type { ClockRule } from '../generated/wire.ts'

/** The clocks one can choose from; the numbers can be changed. */
export const CLOCKS: Record<ClockRule['kind'], ClockRule> = {
  none: { kind: 'none' },
  live: { kind: 'live', bank: 600, increment: 10 },
  mail: { kind: 'mail', days: 3, holidays: 14 },
}

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** "live, 10 minutes and 10 seconds per decision". */
export function formatClock(clock: ClockRule): string {
  switch (clock.kind) {
    case 'none':
      return 'no clock'
    case 'live':
      return `live, ${many(Math.round(clock.bank / 60), 'minute')} and ${many(clock.increment, 'second')} per decision`
    case 'mail':
      return `correspondence, ${many(clock.days, 'day')} per decision, ${many(clock.holidays, 'holiday')}`
  }
}
