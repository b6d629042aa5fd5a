import Device
import Testing
import VirtualTime

@Suite struct DeviceClockTests {
    @Test("The wall clock shows true time and what it is ahead or behind")
    func wallTime() {
        #expect(DeviceClock(at: noon).wallTime(at: noon) == noon)
        let slow = DeviceClock(at: noon, offset: .seconds(-90))
        #expect(slow.wallTime(at: noon + .seconds(100)) == noon + .seconds(10))
        #expect(slow.trueTime(whenWallClockShows: noon) == noon + .seconds(90))
    }

    @Test("The wall clock can be set and moved; the monotonic clock does not notice")
    func jumps() throws {
        var device = try Device.example(.iOS(12))
        let later = noon + .seconds(60)
        try device.meet(.wallClockSet(to: noon - .seconds(86_400)), at: later)
        #expect(device.clock.wallTime(at: later) == noon - .seconds(86_400))
        #expect(device.clock.wallTime(at: later + .seconds(5)) == noon - .seconds(86_395))
        try device.meet(.wallClockMoved(by: .seconds(86_400)), at: later)
        #expect(device.clock.wallTime(at: later) == noon)
        #expect(device.clock.monotonicTime(at: later) == .seconds(60))
    }

    @Test("Jumps saturate at the first and the last instant", arguments: [Int64.min, -1 << 50, 1 << 50, Int64.max])
    func saturates(seconds: Int64) throws {
        var device = try Device.example(.iOS(12))
        for _ in 0..<3 { try device.meet(.wallClockMoved(by: .seconds(seconds))) }
        #expect(device.clock.wallTime(at: noon) == (seconds < 0 ? .distantPast : .distantFuture))
        try device.meet(.wallClockSet(to: noon))
        #expect(device.clock.offset == .zero)
        #expect(DeviceClock(at: noon, offset: .seconds(seconds)).wallTime(at: noon) != noon)
    }

    @Test("A time zone changes how local time is printed, and no clock")
    func timeZone() throws {
        var device = try Device.example(.iOS(12))
        #expect(device.clock.localTime(at: noon) == "2026-11-20T12:00:00+00:00")
        try device.meet(.timeZoneChanged(minutesEast: 330))
        #expect(device.clock.localTime(at: noon + .milliseconds(5)) == "2026-11-20T17:30:00.005+05:30")
        #expect(device.clock.wallTime(at: noon) == noon)
        try device.meet(.timeZoneChanged(minutesEast: -720))
        #expect(device.clock.localTime(at: noon) == "2026-11-20T00:00:00-12:00")
        #expect(device.clock.minutesEast == -720)
    }

    @Test("A time zone that lies nowhere is refused", arguments: [-721, 841, Int.min, Int.max])
    func impossibleTimeZone(minutes: Int) throws {
        var device = try Device.example(.iOS(12))
        let before = device
        #expect(throws: DeviceError.impossibleTimeZone(minutesEast: minutes)) {
            try device.meet(.timeZoneChanged(minutesEast: minutes))
        }
        #expect(device == before)
    }

    @Test("The monotonic clock counts what the device was awake, from its start")
    func monotonic() throws {
        var device = try Device.example(.iOS(12))
        #expect(device.clock.monotonicTime(at: noon) == .zero)
        #expect(device.clock.monotonicTime(at: noon + .nanoseconds(1)) == .nanoseconds(1))
        try device.meet(.fellAsleep, at: noon + .seconds(10))
        #expect(device.clock.isAsleep)
        #expect(device.clock.monotonicTime(at: noon + .seconds(1_000)) == .seconds(10))
        try device.meet(.wokeUp, at: noon + .seconds(1_000))
        #expect(!device.clock.isAsleep)
        #expect(device.clock.monotonicTime(at: noon + .seconds(1_005)) == .seconds(15))
    }

    @Test("Falling asleep twice and waking up twice is the same as once")
    func idempotent() throws {
        var device = try Device.example(.iOS(12))
        try device.meet(.wokeUp, at: noon + .seconds(3))
        #expect(device.clock.monotonicTime(at: noon + .seconds(5)) == .seconds(5))
        try device.meet(.fellAsleep, at: noon + .seconds(10))
        try device.meet(.fellAsleep, at: noon + .seconds(20))
        try device.meet(.wokeUp, at: noon + .seconds(30))
        try device.meet(.wokeUp, at: noon + .seconds(40))
        #expect(device.clock.monotonicTime(at: noon + .seconds(50)) == .seconds(30))
    }

    @Test("The monotonic clock never goes back, even if it is asked about the past, and spans all of time")
    func bounds() {
        let clock = DeviceClock(at: noon)
        #expect(clock.monotonicTime(at: .distantPast) == .zero)
        #expect(DeviceClock(at: .distantPast).monotonicTime(at: .distantFuture) == .distantFuture - .distantPast)
    }

    @Test("A timer fires when the monotonic clock reaches its time: known while awake, unknown while asleep")
    func timers() throws {
        var device = try Device.example(.iOS(12))
        let now = noon + .seconds(10)
        #expect(device.clock.trueTime(whenMonotonicTimeIs: .seconds(30), at: now) == noon + .seconds(30))
        #expect(device.clock.trueTime(whenMonotonicTimeIs: .seconds(5), at: now) == now)
        try device.meet(.fellAsleep, at: now)
        #expect(device.clock.trueTime(whenMonotonicTimeIs: .seconds(30), at: now) == nil)
        try device.meet(.wokeUp, at: noon + .seconds(100))
        let woken = device.clock.trueTime(whenMonotonicTimeIs: .seconds(30), at: noon + .seconds(100))
        #expect(woken == noon + .seconds(120))
        let never = device.clock.trueTime(whenMonotonicTimeIs: .seconds(Int64.max), at: noon + .seconds(100))
        #expect(never == .distantFuture)
    }

    @Test("A restart begins the monotonic clock anew and leaves the wall clock", arguments: [true, false])
    func restart(isAsleep: Bool) throws {
        var device = try Device.example(.iOS(12), clockOffset: .seconds(3))
        if isAsleep { try device.meet(.fellAsleep, at: noon + .seconds(10)) }
        try device.meet(.restarted, at: noon + .seconds(60))
        #expect(!device.clock.isAsleep)
        #expect(device.clock.monotonicTime(at: noon + .seconds(61)) == .seconds(1))
        #expect(device.clock.wallTime(at: noon) == noon + .seconds(3))
    }
}
