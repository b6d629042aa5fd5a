package import Documents

/// The shape by which a response of success is recognized where its operation is not known: the root of its XML,
/// members that its JSON has.
///
/// It is beside the response's wire form.
package struct ResponseShape: Sendable {
    /// The local name of the root; nil where there is no XML.
    package let root: String?
    /// Members of the JSON, all of which are there.
    package let members: [String]

    /// A shape of this root and these members.
    package init(root: String? = nil, _ members: String...) {
        self.root = root
        self.members = members
    }

    /// Checks whether an object has all of the members.
    package func fits(_ object: JSONObject) -> Bool { members.allSatisfy { object[$0] != nil } }

    /// Checks whether an element has the name of the root.
    package func fits(_ element: XMLElement) -> Bool { ExactText(root) == element.name.$local }
}
