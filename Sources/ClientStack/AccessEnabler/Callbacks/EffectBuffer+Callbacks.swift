extension EffectBuffer {
    mutating func callBack(_ callback: AccessEnablerCallback) { add(.callBack(callback)) }

    /// `status:` with a code of the table.
    mutating func tell(
        _ status: AdvancedStatus,
        message: String? = nil,
        resource: String? = nil,
        details: String? = nil
    ) {
        callBack(
            .status(
                errorID: status.id,
                level: status.level.rawValue,
                message: message,
                resource: resource,
                details: details
            )
        )
    }
}
