import Documents

/// A path of an operation, among all that have as many segments.
struct OperationRoute {
    private let specification: OperationSpecification
    private let template: PathTemplate

    /// Every path by its number of segments, literal segments before variables.
    private static let byLength: [Int: [OperationRoute]] = {
        let routes = OperationSpecification.all.flatMap { specification in
            specification.paths.map { OperationRoute(specification: specification, template: $0) }
        }
        return Dictionary(grouping: routes) { $0.template.segments.count }.mapValues { routes in
            routes.enumerated()
                .sorted {
                    ($0.element.template.variables.count, $0.offset) < ($1.element.template.variables.count, $1.offset)
                }
                .map(\.element)
        }
    }()

    /// The operation at `path` whose method fits, and the path's variables.
    static func find(
        _ path: PathSegments,
        method: String
    ) -> (OperationSpecification, [(name: String, value: String)])? {
        for route in byLength[path.segments.count] ?? [] {
            guard let variables = route.template.match(path) else { continue }
            let specification = route.specification
            let methods = [specification.method] + specification.observedMethods
            if methods.contains(exactly: method) { return (specification, variables) }
        }
        return nil
    }
}
